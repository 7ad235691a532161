// Talking to the server: requests, and the live connection of a seat with its way back after a break.

export async function api(path, { body, token } = {}) {
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  const response = await fetch(path, {
    method: body === undefined ? "GET" : "POST",
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (response.headers.get("content-type")?.startsWith("text/plain")) {
    const text = await response.text();
    if (!response.ok) throw Object.assign(new Error(text), { status: response.status });
    return text;
  }
  const found = await response.json();
  if (!response.ok) throw Object.assign(new Error(found.sentence || response.statusText), { status: response.status });
  return found;
}

/**
 * The live connection of one seat. `handlers`: hello, update, chances, thought (each with the message),
 * state(connected), and refused() when the link opens nothing. It asks for the events after the last one that it has.
 */
export class Channel {
  constructor(id, token, handlers) {
    this.id = id;
    this.token = token;
    this.handlers = handlers;
    this.n = 0;
    this.epoch = "";
    this.waiting = new Map();
    this.next = 1;
    this.delay = 200;
    this.closed = false;
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const address = `${scheme}://${location.host}/api/games/${this.id}/live?since=${this.n}&epoch=${this.epoch}`;
    let opened = false;
    try {
      this.socket = new WebSocket(address, ["petteia", this.token]);
    } catch {
      this.handlers.refused(); // what cannot be sent as a token is none
      return;
    }
    this.socket.onopen = () => {
      opened = true;
      this.delay = 200;
      this.handlers.state(true);
    };
    this.socket.onmessage = (event) => this.take(JSON.parse(event.data));
    this.socket.onclose = async () => {
      for (const { reject } of this.waiting.values()) reject(new Error("The connection was lost."));
      this.waiting.clear();
      if (this.closed) return;
      this.handlers.state(false);
      if (!opened && (await this.isRefused())) {
        this.handlers.refused();
        return;
      }
      setTimeout(() => this.closed || this.connect(), this.delay);
      this.delay = Math.min(this.delay * 1.6, 4000);
    };
  }

  async isRefused() {
    try {
      await api(`/api/games/${this.id}/seat`, { token: this.token });
      return false;
    } catch (error) {
      return error.status === 403;
    }
  }

  take(message) {
    if (message.type === "hello") {
      this.handlers.hello(message);
    } else if (message.type === "update") {
      const fresh = message.since === 0 || message.epoch !== this.epoch;
      this.epoch = message.epoch;
      this.n = message.n;
      this.handlers.update(message, fresh);
    } else if (message.type === "chances") {
      this.handlers.chances(message);
    } else if (message.type === "thought") {
      this.handlers.thought(message);
    } else if (message.type === "notice") {
      this.handlers.notice(message);
    } else if (message.type === "answer") {
      const waiting = this.waiting.get(message.to);
      this.waiting.delete(message.to);
      if (waiting) message.ok ? waiting.resolve() : waiting.reject(new Error(message.sentence));
    }
  }

  /** Ask for something; resolves when it is done, rejects with a sentence when it cannot be. */
  ask(request) {
    const to = this.next++;
    return new Promise((resolve, reject) => {
      if (this.socket.readyState !== WebSocket.OPEN) {
        reject(new Error("There is no connection at the moment."));
        return;
      }
      this.waiting.set(to, { resolve, reject });
      this.socket.send(JSON.stringify({ ...request, to }));
    });
  }

  close() {
    this.closed = true;
    this.socket.close();
  }
}
