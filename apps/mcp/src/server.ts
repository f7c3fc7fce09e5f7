import { type GradedCardDataClient, GradedCardDataError } from '@gcd/client';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { z } from 'zod';
import { TOOLS, type Tool } from './tools.js';

const INSTRUCTIONS = `Graded trading cards: certs (one graded copy), cards, and populations (how many copies each grader has given each grade).
Start with search_cards for a card described in words, or lookup_cert for a number on a label. Card ids have 40 hexadecimal digits;
prefer universal_card_id, which identifies the card across all graders.`;

/** Creates a server whose tools are the operations of the API. */
export function createServer(client: GradedCardDataClient): McpServer {
  const server = new McpServer(
    { name: 'graded-card-data', version: '0.1.0' },
    { instructions: INSTRUCTIONS },
  );
  for (const tool of TOOLS) register(server, client, tool);
  return server;
}

function register(server: McpServer, client: GradedCardDataClient, tool: Tool): void {
  const { name, title, description, input, run } = tool;
  const annotations = { title, readOnlyHint: true, idempotentHint: true, openWorldHint: false };
  server.registerTool(
    name,
    { title, description, inputSchema: input.shape, annotations },
    async (given: z.infer<typeof input>): Promise<CallToolResult> => {
      try {
        return answer(JSON.stringify(await run(client, given)));
      } catch (error) {
        if (!(error instanceof GradedCardDataError)) throw error;
        return { ...answer(JSON.stringify(problemOf(error))), isError: true };
      }
    },
  );
}

function answer(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}

function problemOf({ code, message, details, retryAfter, requestId }: GradedCardDataError) {
  const later = retryAfter === null ? {} : { retry_after_seconds: retryAfter };
  return { error: { code, message, details }, ...later, request_id: requestId };
}
