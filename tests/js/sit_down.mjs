// Sits down at a seat of the web server, makes the first move of its view and says what it was told: SERVER GAME TOKEN.

import { SeatSocket } from "../../protocols/js/socket.js";

const [server, game, token] = process.argv.slice(2);
let played = false;
const seat = await SeatSocket.connect(server, game, token, {
  async update({ view, n }) {
    if (!view.legal.length) return;
    if (played) {
      console.log(JSON.stringify({ you: view.you, n }));
      seat.close();
      return;
    }
    played = true;
    await seat.play(1, "fly:away").catch((error) => console.log(error.code));
    await seat.play(1, view.legal[0]);
  },
});
