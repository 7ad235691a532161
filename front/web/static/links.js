// A link for each seat, to hand out.

import { h } from "./dom.js";
import { dialog } from "./shell.js";

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/;

/** `seating`: of each seat its `token`, if it has a link; `name(seat)` is what it is called. */
export function showLinks(id, seating, name) {
  const rows = seating
    .filter(({ token }) => token)
    .map(({ seat, token }) => {
      const link = `${location.origin}/g/${id}#seat=${token}`;
      const who = seat === "pub" ? "Watch only" : name(seat);
      const copy = h(
        "button",
        {
          type: "button",
          class: "quiet",
          onclick: async () => {
            await navigator.clipboard?.writeText(link);
            copy.textContent = "Copied";
          },
        },
        "Copy",
      );
      return h(
        "li",
        {},
        h("strong", {}, who),
        h("input", {
          readonly: true,
          value: link,
          "aria-label": `Link for ${who}`,
          onfocus: (event) => event.target.select(),
        }),
        copy,
      );
    });
  dialog(
    "A link for each seat",
    "links",
    h("p", {}, "Whoever opens a link sits at that seat. Give each player theirs only."),
    LOOPBACK.test(location.hostname)
      ? h(
          "p",
          { class: "loopback" },
          "This address means this machine only: for somebody elsewhere the server needs a name that they can reach (petteia web --allow-host).",
        )
      : null,
    h("ul", {}, rows),
  );
}
