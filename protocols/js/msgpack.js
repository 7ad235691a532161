// UHI as msgpack frames: a length of four bytes, then one value. Only what UHI uses: no extensions, no binary.

const ANSWER = 1;
const DATA = 2;
const utf8 = new TextEncoder();
const text = new TextDecoder("utf-8", { fatal: true });

// ---------------------------------------------------------------------------------------------------------------
// Values into bytes.

/** Bytes that grow. */
class Sink {
  constructor() {
    this.bytes = new Uint8Array(256);
    this.view = new DataView(this.bytes.buffer);
    this.at = 0;
  }

  /** Make room for so many bytes; where they begin. */
  grow(n) {
    if (this.at + n > this.bytes.length) {
      const larger = new Uint8Array(Math.max(2 * this.bytes.length, this.at + n));
      larger.set(this.bytes);
      this.bytes = larger;
      this.view = new DataView(larger.buffer);
    }
    this.at += n;
    return this.at - n;
  }

  byte(value) {
    this.put([value]);
  }

  put(bytes) {
    const at = this.grow(bytes.length); // first: the bytes may be others then
    this.bytes.set(bytes, at);
  }

  /** A head with a size of 4 bits, or of 8, 16 or 32: `heads` are their first bytes, null where there is none. */
  size(n, small, most, [one, two, four]) {
    if (n <= most) this.byte(small | n);
    else if (one !== null && n < 0x100) this.put([one, n]);
    else if (n < 0x10000) this.put([two, n >> 8, n & 0xff]);
    else {
      this.byte(four);
      const at = this.grow(4);
      this.view.setUint32(at, n);
    }
  }

  number(value) {
    if (typeof value === "number" && !Number.isSafeInteger(value)) {
      this.byte(0xcb);
      const at = this.grow(8);
      this.view.setFloat64(at, value);
    } else if (value >= -32 && value < 128) {
      this.byte(Number(value) & 0xff);
    } else {
      this.byte(value < 0 ? 0xd3 : 0xcf);
      const at = this.grow(8);
      if (value < 0) this.view.setBigInt64(at, BigInt(value));
      else this.view.setBigUint64(at, BigInt(value));
    }
  }

  value(value) {
    if (value === null || value === undefined) this.byte(0xc0);
    else if (typeof value === "boolean") this.byte(value ? 0xc3 : 0xc2);
    else if (typeof value === "number" || typeof value === "bigint") this.number(value);
    else if (typeof value === "string") {
      const bytes = utf8.encode(value);
      this.size(bytes.length, 0xa0, 31, [0xd9, 0xda, 0xdb]);
      this.put(bytes);
    } else if (Array.isArray(value)) {
      this.size(value.length, 0x90, 15, [null, 0xdc, 0xdd]);
      for (const item of value) this.value(item);
    } else {
      const entries = Object.entries(value).filter(([, item]) => item !== undefined && item !== null);
      this.size(entries.length, 0x80, 15, [null, 0xde, 0xdf]);
      for (const [key, item] of entries) {
        this.value(key);
        this.value(item);
      }
    }
  }
}

export function encode(value) {
  const sink = new Sink();
  sink.value(value);
  return sink.bytes.subarray(0, sink.at);
}

// ---------------------------------------------------------------------------------------------------------------
// Bytes into values.

class Source {
  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = 0;
  }

  skip(n) {
    this.at += n;
    return this.at - n;
  }

  size(bytes) {
    const at = this.skip(bytes);
    return bytes === 1 ? this.view.getUint8(at) : bytes === 2 ? this.view.getUint16(at) : this.view.getUint32(at);
  }

  string(n) {
    const at = this.skip(n);
    return text.decode(this.bytes.subarray(at, at + n));
  }

  array(n) {
    return Array.from({ length: n }, () => this.value());
  }

  map(n) {
    return Object.fromEntries(Array.from({ length: n }, () => [this.value(), this.value()]));
  }

  long(value) {
    return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
  }

  value() {
    const head = this.view.getUint8(this.skip(1));
    if (head < 0x80) return head;
    if (head < 0x90) return this.map(head & 15);
    if (head < 0xa0) return this.array(head & 15);
    if (head < 0xc0) return this.string(head & 31);
    if (head >= 0xe0) return head - 256;
    const read = READ[head];
    if (!read) throw new SyntaxError(`msgpack that UHI does not use: 0x${head.toString(16)}`);
    return read(this);
  }
}

const READ = {
  192: () => null,
  194: () => false,
  195: () => true,
  202: (from) => from.view.getFloat32(from.skip(4)),
  203: (from) => from.view.getFloat64(from.skip(8)),
  204: (from) => from.view.getUint8(from.skip(1)),
  205: (from) => from.view.getUint16(from.skip(2)),
  206: (from) => from.view.getUint32(from.skip(4)),
  207: (from) => from.long(from.view.getBigUint64(from.skip(8))),
  208: (from) => from.view.getInt8(from.skip(1)),
  209: (from) => from.view.getInt16(from.skip(2)),
  210: (from) => from.view.getInt32(from.skip(4)),
  211: (from) => from.long(from.view.getBigInt64(from.skip(8))),
  217: (from) => from.string(from.size(1)),
  218: (from) => from.string(from.size(2)),
  219: (from) => from.string(from.size(4)),
  220: (from) => from.array(from.size(2)),
  221: (from) => from.array(from.size(4)),
  222: (from) => from.map(from.size(2)),
  223: (from) => from.map(from.size(4)),
};

export function decode(bytes) {
  const source = new Source(bytes);
  const value = source.value();
  if (source.at !== bytes.length) throw new SyntaxError("more than one msgpack value in a frame");
  return value;
}

// ---------------------------------------------------------------------------------------------------------------
// Frames.

/** The frame of a request. */
export function formatRequest(id, verb, args) {
  const body = encode([0, id, verb, args]);
  const frame = new Uint8Array(4 + body.length);
  new DataView(frame.buffer).setUint32(0, body.length);
  frame.set(body, 4);
  return frame;
}

/** What an engine said: `{ id, kind, fields }`. */
export function parseMessage(body) {
  const [what, id, first, second] = decode(body);
  if (what === DATA) return { id, kind: first, fields: second };
  if (what !== ANSWER) throw new SyntaxError(`a frame of an unknown kind: ${what}`);
  if (first !== null) return { id, kind: "error", fields: first };
  const { answer, ...fields } = second;
  return { id, kind: answer, fields };
}
