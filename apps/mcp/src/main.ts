#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { GradedCardDataClient } from '@gcd/client';
import { readApiKey } from '@gcd/client/node';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createServer } from './server.js';

const HELP = `Start a Model Context Protocol server on standard input and output, so that assistants can look up graded cards.
Every tool is read-only.

USAGE
  gcd-mcp

CONFIGURATION OF AN MCP CLIENT
  {
    "mcpServers": {
      "graded-cards": {
        "command": "node",
        "args": [${JSON.stringify(fileURLToPath(import.meta.url))}],
        "env": { "GCD_API_URL": "http://localhost:3000", "GCD_API_KEY_FILE": "/path/to/key" }
      }
    }
  }

ENVIRONMENT
  GCD_API_URL        URL of the API (default: http://localhost:3000)
  GCD_API_KEY_FILE   File with the API key, readable only by you (default: ~/.config/gcd/key)
  GCD_API_KEY        The API key, if no file is set`;

// Retry budget and timeout of a request in seconds. MCP clients usually wait 60 s for a result, and an error that says
// what to do is more useful to an assistant than a long delay.
const BUDGET_S = 20;
const TIMEOUT_S = 10;

if (process.argv.includes('--help')) {
  console.log(HELP);
} else {
  try {
    const client = new GradedCardDataClient({
      baseUrl: process.env.GCD_API_URL || 'http://localhost:3000',
      apiKey: readApiKey(process.env.GCD_API_KEY_FILE || undefined),
      budget: BUDGET_S,
      timeout: TIMEOUT_S,
    });
    await createServer(client).connect(new StdioServerTransport());
  } catch (error) {
    // Print to standard error, because standard output is reserved for the protocol.
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
