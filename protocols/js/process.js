// An engine process and its bytes: requests go in, messages come out.

import { spawn } from "node:child_process";
import * as frames from "./msgpack.js";
import * as lines from "./text.js";

const MAX_FRAME = 2 ** 24 - 1; // bytes
const GRACE = 2000; // milliseconds between asking a process to end and making it

/** Cuts bytes into lines. */
function* cutLines(held) {
  if (held.bytes[0] === 0) throw new SyntaxError("the engine speaks msgpack: pass msgpack: true"); // a frame's length
  for (let end = held.bytes.indexOf(10); end >= 0; end = held.bytes.indexOf(10)) {
    const line = held.bytes.toString("utf8", 0, end).replace(/\r$/, "");
    held.bytes = held.bytes.subarray(end + 1);
    yield lines.parseMessage(line);
  }
}

/** Cuts bytes into frames. */
function* cutFrames(held) {
  while (held.bytes.length >= 4) {
    const length = held.bytes.readUInt32BE(0);
    if (length > MAX_FRAME) throw new SyntaxError("the engine speaks lines of text: leave out msgpack");
    if (held.bytes.length < 4 + length) return;
    const body = held.bytes.subarray(4, 4 + length);
    held.bytes = held.bytes.subarray(4 + length);
    yield frames.parseMessage(body);
  }
}

/** A running process. `onMessage` gets every message; `onEnd` a sentence when there will be no more. */
export class EngineProcess {
  constructor(command, { msgpack = false, stderr = "inherit", cwd, env, onMessage, onEnd }) {
    const [file, ...args] = command;
    this.msgpack = msgpack;
    this.ended = false;
    this.child = spawn(file, args, { stdio: ["pipe", "pipe", stderr], cwd, env });
    const held = { bytes: Buffer.alloc(0) };
    const end = (reason) => {
      if (this.ended) return;
      this.ended = true;
      onEnd(reason);
    };
    this.closed = new Promise((resolve) => {
      this.child.on("error", (error) => {
        const missing = error.code === "ENOENT" && "there is no such program, or it is not on the PATH";
        end(`cannot start ${file}: ${missing || error.message}`);
        resolve(null);
      });
      this.child.on("close", (status, signal) => {
        end(`the engine ended with ${signal ?? `status ${status}`}`);
        resolve(status);
      });
    });
    this.child.stdin.on("error", () => {}); // that nobody listens is told by its end
    this.child.stdout.on("data", (chunk) => {
      held.bytes = held.bytes.length ? Buffer.concat([held.bytes, chunk]) : chunk;
      try {
        for (const message of (msgpack ? cutFrames : cutLines)(held)) onMessage(message);
      } catch (error) {
        if (!(error instanceof SyntaxError || error instanceof RangeError || error instanceof TypeError)) throw error;
        end(`the engine said something that is not UHI: ${error.message}`);
        this.child.kill("SIGKILL");
      }
    });
  }

  send(id, verb, args) {
    this.child.stdin.write(
      this.msgpack ? frames.formatRequest(id, verb, args) : `${lines.formatRequest(id, verb, args)}\n`,
    );
  }

  /** End its input; if it does not end then, end it. The exit status. */
  async close() {
    this.child.stdin.end();
    const late = setTimeout(() => this.child.kill("SIGKILL"), GRACE);
    const status = await this.closed;
    clearTimeout(late);
    return status;
  }

  kill() {
    this.child.kill("SIGKILL");
    return this.closed;
  }
}
