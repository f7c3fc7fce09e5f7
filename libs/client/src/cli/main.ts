#!/usr/bin/env node
import { run } from './program.js';

// Exit without an error if the reader of a pipe, such as `head`, closes it.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
process.exitCode = await run(process.argv.slice(2));
