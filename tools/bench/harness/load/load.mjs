import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { atEnd } from '../run.mjs';

const GENERATOR = fileURLToPath(new URL('./generator.mjs', import.meta.url));

/** A separate process that sends requests. */
export class Load {
  #generator;
  #exit;

  static async start() {
    const load = new Load();
    // Only the parent process handles Ctrl-C; the generator exits when the parent does.
    load.#generator = fork(GENERATOR, { detached: true, execArgv: [] });
    load.#exit = once(load.#generator, 'exit').then(() => {
      throw new Error('The load generator exited.');
    });
    load.#exit.catch(() => undefined);
    await once(load.#generator, 'message');
    atEnd(() => load.#generator.disconnect());
    return load;
  }

  get pid() {
    return this.#generator.pid;
  }

  /**
   * Begins to send requests.
   * @param job `addresses` to send to, in turn; `traffic`: a list of kinds of requests, each with its `share`, a
   * `pathsFile` with one path per line, and for a Zipf distribution of the paths its `exponent`; `keysFile` with one
   * key per line; and the number of `connections`, each of which sends one request at a time, or the number of requests
   * `perSecond`, which arrive as a Poisson process
   */
  begin(job) {
    return this.#ask('begin', job);
  }

  /** Returns the results since the previous call. */
  take() {
    return this.#ask('take');
  }

  end() {
    return this.#ask('end');
  }

  async #ask(command, job) {
    const reply = once(this.#generator, 'message');
    this.#generator.send({ command, job });
    const [message] = await Promise.race([reply, this.#exit]);
    return message;
  }
}
