// A record as a file of the reader's.

import { h } from "./dom.js";
import { api } from "./net.js";
import { notice } from "./shell.js";

/** Save the record of a game that is known by `entry`, as whoever holds `token`. */
export async function saveRecord(id, { game, owner }, token = owner) {
  try {
    const text = await api(`/api/games/${id}/record`, { token });
    const link = h("a", {
      href: URL.createObjectURL(new Blob([text], { type: "text/plain" })),
      download: `${game}-${id}.uhg`,
    });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    notice("The record is saved. The game itself is kept by the server all the time.");
  } catch (error) {
    notice(error.message, true);
  }
}
