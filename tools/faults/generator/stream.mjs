// @ts-check
import { Connection } from './connection.mjs';
import { Schedule } from './schedule.mjs';
import { Tally } from './tally.mjs';

/** Timeout in milliseconds after the due time of a request. */
const TIMEOUT_MS = 10_000;
/** Errors that are caused by limits of the load generator and not by the server. */
const OWN_ERRORS = new Set(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENOBUFS', 'ENOMEM']);

/**
 * The requests from a group of clients: an open loop on a limited number of connections.
 * @typedef {object} StreamOptions
 * @property {string} name
 * @property {readonly string[]} targets paths, requested in turn
 * @property {readonly string[]} keys API keys, used in turn
 * @property {number} connections maximum number of connections across all addresses
 * @property {readonly import('./schedule.mjs').Step[]} steps
 */

/**
 * @typedef {object} Request
 * @property {number} due in milliseconds after the start
 * @property {number} step index of the step
 * @property {number} key index of the key
 * @property {string} text
 * @property {boolean} isDone
 * @property {Connection | null} connection
 */

/** Sends the requests of a stream when they are due, and records the outcome of each. */
export class Stream {
  #options;
  #addresses;
  #schedule;
  #tally;
  #start = 0;
  #count = 0;
  #opened = 0;
  /** @type {Set<Connection>} */
  #open = new Set();
  /**
   * Idle connections. The connection that has been idle the longest is used first, because each connection represents a
   * client.
   * @type {Queue<Connection>}
   */
  #idle = new Queue();
  /** Requests that are due while every connection is busy. @type {Queue<Request>} */
  #waiting = new Queue();
  /** Requests without an outcome, in the order of their due times. @type {Queue<Request>} */
  #pending = new Queue();

  /**
   * @param {readonly URL[]} addresses
   * @param {StreamOptions} options
   */
  constructor(addresses, options) {
    this.#addresses = addresses;
    this.#options = options;
    this.#schedule = new Schedule(options.steps);
    this.#tally = new Tally(options.steps);
  }

  /** @param {number} now a `performance.now()` timestamp */
  start(now) {
    this.#start = now;
  }

  /** Whether every request has been sent and has an outcome. */
  get isDone() {
    this.#dropDone();
    return this.#schedule.due === Number.POSITIVE_INFINITY && this.#pending.first === undefined;
  }

  /** Sends due requests, and ends those that have timed out. */
  tick() {
    const schedule = this.#schedule;
    for (let now = this.#now(); schedule.due <= now; schedule.advance()) {
      const { due, step } = schedule;
      if (this.#tally.begin(step, due, now)) this.#dispatch(this.#make(due, step));
      else this.#count += 1;
      // Read the clock again from time to time, because sending takes time.
      if (this.#count % 16 === 0) now = this.#now();
    }
    this.#dropDone();
    for (let first = this.#pending.first; first; first = this.#pending.first) {
      if (first.due + TIMEOUT_MS > this.#now()) break;
      first.connection?.close();
      if (first.connection) this.#open.delete(first.connection);
      this.#end(first, 'timedOut');
      this.#dropDone();
    }
  }

  close() {
    for (const connection of this.#open) connection.close();
  }

  report() {
    return {
      name: this.#options.name,
      steps: this.#tally.report(),
      served: this.#options.keys.map((_key, index) => this.#tally.served[index] ?? 0),
    };
  }

  #now() {
    return performance.now() - this.#start;
  }

  /**
   * @param {number} due
   * @param {number} step
   * @returns {Request}
   */
  #make(due, step) {
    const { targets, keys } = this.#options;
    const index = this.#count;
    this.#count += 1;
    const key = Math.floor(index / targets.length) % keys.length;
    const text = `GET ${targets[index % targets.length]} HTTP/1.1\r\nhost: api\r\nx-api-key: ${keys[key]}\r\n\r\n`;
    return { due, step, key, text, isDone: false, connection: null };
  }

  /** @param {Request} request */
  #dispatch(request) {
    this.#pending.push(request);
    const connection = this.#newConnection() ?? this.#idleConnection();
    if (connection) this.#send(connection, request);
    else this.#waiting.push(request);
  }

  #idleConnection() {
    for (;;) {
      const connection = this.#idle.shift();
      if (!connection || connection.isUsable) return connection;
    }
  }

  #newConnection() {
    if (this.#open.size >= this.#options.connections) return null;
    const address = this.#addresses[this.#opened % this.#addresses.length];
    if (!address) throw new RangeError('no addresses');
    this.#opened += 1;
    const connection = new Connection(address, () => {
      this.#open.delete(connection);
      this.#sendWaiting();
    });
    this.#open.add(connection);
    return connection;
  }

  /**
   * @param {Connection} connection
   * @param {Request} request
   */
  #send(connection, request) {
    request.connection = connection;
    connection.send(request.text, ({ status, body, code }) => {
      if (status === 0 && code && OWN_ERRORS.has(code)) {
        request.isDone = true;
        this.#tally.unable(request.step);
      } else if (status === 0) this.#end(request, 'reset');
      else this.#end(request, outcomeOf(status, body), reasonOf(body));
      if (connection.isUsable) {
        this.#idle.push(connection);
        this.#sendWaiting();
      }
    });
  }

  #sendWaiting() {
    for (let request = this.#waiting.first; request; request = this.#waiting.first) {
      if (!request.isDone) {
        const connection = this.#newConnection() ?? this.#idleConnection();
        if (!connection) return;
        this.#send(connection, request);
      }
      this.#waiting.shift();
    }
  }

  /**
   * @param {Request} request
   * @param {string} outcome
   */
  #end(request, outcome, reason = '') {
    if (request.isDone) return;
    request.isDone = true;
    this.#tally.end(request.step, request.due, this.#now(), outcome, request.key, reason);
  }

  #dropDone() {
    while (this.#pending.first?.isDone) this.#pending.shift();
  }
}

/**
 * @param {number} status
 * @param {string} body
 */
function outcomeOf(status, body) {
  if (status >= 200 && status < 300) return 'good';
  if (status === 503) return 'rejected';
  return `${status} ${/"code":"(\w+)"/.exec(body)?.[1] ?? ''}`.trim();
}

/** @param {string} body */
function reasonOf(body) {
  return (body && /"reason":"(\w+)"/.exec(body)?.[1]) || 'none';
}

/**
 * A queue that removes the first item without moving the others.
 * @template Item
 */
class Queue {
  /** @type {Item[]} */
  #items = [];
  #head = 0;

  get first() {
    return this.#items[this.#head];
  }

  /** @param {Item} item */
  push(item) {
    this.#items.push(item);
  }

  shift() {
    const first = this.#items[this.#head];
    if (this.#head < this.#items.length) this.#head += 1;
    if (this.#head >= 1024 && this.#head * 2 >= this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return first;
  }
}
