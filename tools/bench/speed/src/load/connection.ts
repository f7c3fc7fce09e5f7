import { connect, type Socket } from 'node:net';

/** Called for each response, with its status and the size of its body. */
export type OnResponse = (status: number, bytes: number) => void;

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const BROKEN = 0;

/**
 * A keep-alive connection that sends one request at a time. It counts the bytes of bodies and discards them, because
 * the load generator runs on the same machine as the servers and should use little CPU time.
 */
export class Connection {
  private readonly socket: Socket;
  private onResponse: OnResponse | null = null;
  private head: Buffer | null = null;
  private status = 0;
  private bytes = 0;
  private missing = 0;
  private usable = true;

  constructor(address: URL) {
    this.socket = connect(Number(address.port), address.hostname);
    this.socket.setNoDelay(true);
    this.socket.on('data', (chunk) => this.read(chunk));
    this.socket.on('error', () => this.finish(BROKEN));
    this.socket.on('close', () => this.finish(BROKEN));
  }

  /** False once the connection has broken. */
  get isUsable(): boolean {
    return this.usable;
  }

  /** Sends a request after the previous response has arrived. */
  send(request: string, onResponse: OnResponse): void {
    this.onResponse = onResponse;
    this.socket.write(request, 'latin1');
  }

  close(): void {
    this.onResponse = null;
    this.socket.destroy();
  }

  private read(chunk: Buffer): void {
    if (this.missing > 0) {
      this.missing -= chunk.length;
    } else {
      const data = this.head ? Buffer.concat([this.head, chunk]) : chunk;
      const end = data.indexOf(END_OF_HEAD);
      if (end < 0) {
        this.head = data;
        return;
      }
      this.head = null;
      const head = data.toString('latin1', 0, end);
      this.status = Number(head.slice(9, 12));
      this.bytes = lengthOf(head);
      this.missing = this.bytes - (data.length - end - END_OF_HEAD.length);
    }
    if (this.missing <= 0) this.finish(this.status);
  }

  private finish(status: number): void {
    if (status === BROKEN) this.usable = false;
    const { onResponse, bytes } = this;
    this.onResponse = null;
    this.missing = 0;
    onResponse?.(status, bytes);
  }
}

function lengthOf(head: string): number {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`A response without Content-Length:\n${head}`);
  return Number(length);
}
