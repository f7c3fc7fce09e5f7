#!/usr/bin/env node
import { GradedCardDataClient } from '@gcd/client';
import { readApiKey } from '@gcd/client/node';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createServer } from './server.js';

const HELP = `Lets assistants look up graded cards: a read-only Model Context Protocol server on standard input and output.
{"mcpServers": {"graded-cards": {"command": "node", "args": ["/path/to/apps/mcp/dist/main.js"], "env": {"GCD_API_URL": "…"}}}}
Environment:
GCD_API_URL        URL of the API (default: http://localhost:3000)
GCD_API_KEY        API key, or:
GCD_API_KEY_FILE   file with the key, readable only by you (default: ~/.config/gcd/key)`;

// An assistant should learn soon that it has to wait, rather than get no response for a minute.
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
    // Standard output is reserved for the protocol.
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
