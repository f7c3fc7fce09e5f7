#!/usr/bin/env node
import { run } from './program.js';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Exit without an error if the reader of a pipe, such as `head`, closes it.
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`error: Standard output cannot be written: ${error.message}\n`);
  process.exit(1);
});
process.exitCode = await run(process.argv.slice(2));
