// The types of socket.js. What the messages hold is the web server's affair (docs/web.md).

export type SocketMessage = { type: string; [field: string]: unknown };

export interface Handlers {
  hello?: (message: SocketMessage) => void;
  update?: (message: SocketMessage) => void;
  chances?: (message: SocketMessage) => void;
  thought?: (message: SocketMessage) => void;
  state?: (connected: boolean) => void;
}

export class SeatSocket {
  static connect(
    server: string,
    game: string,
    token: string,
    handlers?: Handlers,
    options?: { WebSocket?: unknown },
  ): Promise<SeatSocket>;
  play(d: number, move: string): Promise<void>;
  undo(): Promise<void>;
  hint(): Promise<void>;
  close(): void;
}
