// @ts-check
import { connect } from 'node:net';

const END_OF_HEAD = Buffer.from('\r\n\r\n');

/**
 * @typedef {object} Response
 * @property {number} status 0 if the connection broke before the response was complete
 * @property {string} body set only for errors
 * @property {string} [code] error code of the operating system if the connection broke
 */

/**
 * A keep-alive connection that sends one request at a time. The parser reads only the necessary parts of a response,
 * because it must not delay the generator.
 */
export class Connection {
  isUsable = true;
  #socket;
  /** @type {((response: Response) => void) | null} */
  #onResponse = null;
  /** @type {Buffer | null} */
  #head = null;
  #status = 0;
  #closes = false;
  #missing = 0;
  #body = '';

  /**
   * @param {URL} address
   * @param {() => void} onClose
   */
  constructor(address, onClose) {
    this.#socket = connect(Number(address.port), address.hostname);
    this.#socket.setNoDelay(true);
    this.#socket.on('data', (chunk) => this.#read(chunk));
    this.#socket.on('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      this.#break(error.code),
    );
    this.#socket.on('close', () => {
      this.#break('CLOSED');
      onClose();
    });
  }

  /**
   * Sends a request. The response to the previous request must have arrived.
   * @param {string} request
   * @param {(response: Response) => void} onResponse
   */
  send(request, onResponse) {
    this.#onResponse = onResponse;
    this.#socket.write(request, 'latin1');
  }

  close() {
    this.isUsable = false;
    this.#onResponse = null;
    this.#socket.destroy();
  }

  /** @param {Buffer} chunk */
  #read(chunk) {
    if (!this.#onResponse) return;
    let data = chunk;
    if (this.#missing === 0) {
      data = this.#head ? Buffer.concat([this.#head, chunk]) : chunk;
      const end = data.indexOf(END_OF_HEAD);
      if (end < 0) {
        this.#head = data;
        return;
      }
      this.#readHead(data.toString('latin1', 0, end));
      data = data.subarray(end + END_OF_HEAD.length);
    }
    if (this.#status >= 300) this.#body += data.toString('latin1');
    this.#missing -= data.length;
    if (this.#missing <= 0) this.#finish({ status: this.#status, body: this.#body });
  }

  /** @param {string} head */
  #readHead(head) {
    this.#head = null;
    this.#body = '';
    this.#status = Number(head.slice(9, 12));
    this.#closes = /\r\nconnection: *close/i.test(head);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length === undefined) throw new Error(`A response without Content-Length:\n${head}`);
    this.#missing = Number(length);
  }

  /** @param {Response} response */
  #finish(response) {
    const onResponse = this.#onResponse;
    this.#onResponse = null;
    this.#missing = 0;
    if (this.#closes) {
      this.isUsable = false;
      this.#socket.destroy();
    }
    onResponse?.(response);
  }

  /** @param {string | undefined} code */
  #break(code) {
    this.isUsable = false;
    const onResponse = this.#onResponse;
    this.#onResponse = null;
    onResponse?.({ status: 0, body: '', ...(code && { code }) });
  }
}
