#!/usr/bin/env node
import { run } from './program.js';

// A reader such as `head` closed the pipe. This is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
process.exitCode = await run(process.argv.slice(2));
