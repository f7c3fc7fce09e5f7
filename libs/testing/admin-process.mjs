import { run } from '../../apps/admin/dist/program.js';

let output;
for (const stream of ['stdout', 'stderr']) {
  process[stream].write = (text) => {
    output[stream] += text;
    return true;
  };
}

// Runs one command of `admin` per message, and replies with the command's output and exit status.
process.on('message', async ({ args, env }) => {
  output = { stdout: '', stderr: '' };
  process.env = env;
  process.exitCode = 0;
  const status = await run(args);
  process.exitCode = 0;
  process.send({ status, ...output });
});

process.on('disconnect', () => process.exit());
