import { connect } from 'node:net';

const END_OF_HEAD = Buffer.from('\r\n\r\n');

/**
 * A keep-alive connection that sends one request at a time. It reads only what is needed, because the load runs on the
 * same machine as the servers and should use little CPU time.
 */
export class Connection {
  /** False once the connection has been closed or has broken. */
  isUsable = true;
  #socket;
  #keepsBodies;
  #onResponse = null;
  /** Beginning of a response whose head is incomplete. */
  #partial = null;
  #head = '';
  #bytes = 0;
  #missing = 0;
  #body = [];

  /**
   * @param {URL} address
   * @param {{ keepsBodies?: boolean, onClose?: () => void }} options `keepsBodies`: whether responses have a body
   */
  constructor(address, { keepsBodies = false, onClose = () => undefined } = {}) {
    this.#keepsBodies = keepsBodies;
    this.#socket = connect({ port: Number(address.port), host: address.hostname, noDelay: true });
    this.#socket.on('data', (chunk) => this.#read(chunk));
    this.#socket.on('error', (error) => this.#break(error.code));
    this.#socket.on('close', () => {
      this.#break('CLOSED');
      onClose();
    });
  }

  /**
   * Sends a request after the previous response has arrived.
   * @param {string} request
   * @param {(response: { status: number, bytes: number, head: string, body: string, code?: string }) => void} onResponse
   * called with status 0 and the operating system's error code if the connection breaks
   */
  send(request, onResponse) {
    this.#onResponse = onResponse;
    this.#socket.write(request, 'latin1');
  }

  /** Closes the connection without a response. */
  close() {
    this.isUsable = false;
    this.#onResponse = null;
    this.#socket.destroy();
  }

  #read(chunk) {
    let data = chunk;
    if (this.#head === '') {
      data = this.#partial ? Buffer.concat([this.#partial, chunk]) : chunk;
      const end = data.indexOf(END_OF_HEAD);
      this.#partial = end < 0 ? data : null;
      if (end < 0) return;
      this.#head = data.toString('latin1', 0, end);
      this.#bytes = lengthOf(this.#head);
      this.#missing = this.#bytes;
      data = data.subarray(end + END_OF_HEAD.length);
    }
    if (this.#keepsBodies) this.#body.push(data);
    this.#missing -= data.length;
    if (this.#missing <= 0) this.#finish();
  }

  #finish() {
    const head = this.#head;
    const body = Buffer.concat(this.#body).toString();
    const onResponse = this.#onResponse;
    this.#head = '';
    this.#body = [];
    if (/\r\nconnection: *close/i.test(head)) this.close();
    this.#onResponse = null;
    onResponse?.({ status: Number(head.slice(9, 12)), bytes: this.#bytes, head, body });
  }

  #break(code) {
    const onResponse = this.#onResponse;
    this.close();
    onResponse?.({ status: 0, bytes: 0, head: '', body: '', code });
  }
}

function lengthOf(head) {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`A response without Content-Length:\n${head}`);
  return Number(length);
}
