// One seat of a game of the web server, for a page or any program with WebSocket. The server plays the engine's seats and
// tells this one what it may know, and nothing else.

const FIRST_DELAY = 200; // milliseconds before it connects again, more each time
const LAST_DELAY = 4000;

/**
 * `SeatSocket.connect(server, game, token)` sits down; server and token are those of the seat's link. `handlers`:
 * `hello`, `update`, `chances` and `thought` get the server's messages of these types, `state` whether it is connected.
 * After a break it connects again and asks for the events after the last one that it has.
 */
export class SeatSocket {
  #waiting = new Map();
  #next = 1;
  #delay = FIRST_DELAY;
  #closed = false;
  #n = 0;
  #epoch = "";

  constructor(server, game, token, handlers, { WebSocket = globalThis.WebSocket } = {}) {
    this.address = `${server.replace(/^http/, "ws").replace(/\/$/, "")}/api/games/${game}/live`;
    this.token = token;
    this.handlers = handlers;
    this.WebSocket = WebSocket;
  }

  /** Connect; resolves when the server has greeted, rejects if the link opens nothing. */
  static connect(server, game, token, handlers = {}, options = {}) {
    const seat = new SeatSocket(server, game, token, handlers, options);
    return new Promise((resolve, reject) => seat.#open(() => resolve(seat), reject));
  }

  #open(greeted, refused) {
    this.socket = new this.WebSocket(`${this.address}?since=${this.#n}&epoch=${this.#epoch}`, ["petteia", this.token]);
    this.socket.addEventListener("message", ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === "hello") {
        this.#delay = FIRST_DELAY;
        this.handlers.state?.(true);
        greeted?.(this);
      }
      this.#take(message);
    });
    let ended = false;
    const lost = () => {
      if (ended) return;
      ended = true;
      for (const { reject } of this.#waiting.values()) reject(new Error("The connection was lost."));
      this.#waiting.clear();
      this.handlers.state?.(false);
      if (this.#closed) return;
      if (refused && !this.#epoch && this.#n === 0) {
        refused(new Error("The link opens nothing, or the server does not answer."));
        return;
      }
      setTimeout(() => this.#closed || this.#open(), this.#delay);
      this.#delay = Math.min(this.#delay * 1.6, LAST_DELAY);
    };
    this.socket.addEventListener("close", lost);
    this.socket.addEventListener("error", lost); // not every WebSocket closes when it could not be opened
  }

  #take(message) {
    if (message.type === "answer") {
      const waiting = this.#waiting.get(message.to);
      this.#waiting.delete(message.to);
      if (message.ok) waiting?.resolve();
      else waiting?.reject(Object.assign(new Error(message.sentence), { code: message.error }));
      return;
    }
    if (message.type === "update") {
      this.#epoch = message.epoch;
      this.#n = message.n;
    }
    this.handlers[message.type]?.(message);
  }

  #ask(request) {
    const to = this.#next++;
    return new Promise((resolve, reject) => {
      if (this.socket.readyState !== 1) {
        reject(new Error("There is no connection at the moment."));
        return;
      }
      this.#waiting.set(to, { resolve, reject });
      this.socket.send(JSON.stringify({ ...request, to }));
    });
  }

  /** Answer decision `d` of this seat; rejects with a sentence for people. */
  play(d, move) {
    return this.#ask({ do: "play", d, move });
  }

  undo() {
    return this.#ask({ do: "undo" });
  }

  /** Let the engine think; what it finds comes as `thought`. */
  hint() {
    return this.#ask({ do: "hint" });
  }

  close() {
    this.#closed = true;
    this.socket.close();
  }
}
