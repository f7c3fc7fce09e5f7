#!/usr/bin/env node
import { GradedCardDataClient } from '@gcd/client';
import { readApiKey } from '@gcd/client/node';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createServer } from './server.js';

const HELP = `Lets assistants look up graded cards: a Model Context Protocol server on standard input and output. It can only read.

  {"mcpServers": {"graded-cards": {"command": "node", "args": ["/path/to/apps/mcp/dist/main.js"], "env": {"GCD_API_URL": "…"}}}}

Environment:
  GCD_API_URL        address of the API (default: http://localhost:3000)
  GCD_API_KEY        the key; or
  GCD_API_KEY_FILE   a file with it that only you can read (default: ~/.config/gcd/key)`;

// An assistant rather hears that it has to wait than nothing for a minute.
const BUDGET_S = 20;

if (process.argv.includes('--help')) {
  console.log(HELP);
} else {
  try {
    const client = new GradedCardDataClient({
      baseUrl: process.env.GCD_API_URL || 'http://localhost:3000',
      apiKey: readApiKey(process.env.GCD_API_KEY_FILE || undefined),
      budget: BUDGET_S,
    });
    await createServer(client).connect(new StdioServerTransport());
  } catch (error) {
    // Standard output is the protocol's.
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
