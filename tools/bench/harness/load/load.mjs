import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const GENERATOR = fileURLToPath(new URL('./generator.mjs', import.meta.url));

/**
 * Starts a separate process that sends requests.
 * @param {string} program the process sends a message when it is ready, and a reply to each command that has a result
 */
export async function startLoad(program = GENERATOR) {
  const child = fork(program, {
    // Only the parent process handles Ctrl-C; the generator exits when the parent does.
    detached: true,
    execArgv: [],
    env: { ...process.env, NODE_OPTIONS: '' },
    // Unlike JSON, this format preserves `Infinity`.
    serialization: 'advanced',
  });
  const exit = once(child, 'exit').then(() => {
    throw new Error('The load generator exited.');
  });
  exit.catch(() => undefined);
  await once(child, 'message');
  return {
    pid: /** @type {number} */ (child.pid),
    /**
     * Sends a command, and waits for its result.
     * @param {string} command
     * @param {unknown} [options]
     * @returns {Promise<any>}
     */
    async ask(command, options) {
      const reply = once(child, 'message');
      child.send({ command, options });
      const [result] = await Promise.race([reply, exit]);
      return result;
    },
    /** Sends a command without a result. @param {string} command @param {unknown} options */
    tell: (command, options) => void child.send({ command, options }),
    stop: () => void child.kill('SIGKILL'),
  };
}
