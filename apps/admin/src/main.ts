#!/usr/bin/env node
import { withCredentials } from '@gcd/process/config';
import { run } from './program.js';

Object.assign(process.env, withCredentials(process.env));
process.exitCode = await run(process.argv.slice(2));
