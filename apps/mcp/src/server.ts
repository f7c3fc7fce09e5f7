import { type GradedCardDataClient, GradedCardDataError } from '@gcd/client';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { errorResultOf, invalidInputResult, resultOf } from './result.js';
import { definitionOf } from './tool.js';
import { TOOLS } from './tools.js';

const INSTRUCTIONS = `Graded trading cards: certs (one graded copy each), cards, and populations (how many copies each grader has given each grade).
Start with search_cards for a card described in words, or with lookup_cert for a number on a label. Card ids have 40 hexadecimal digits.
Prefer universal_card_id, which covers all graders. Totals include every graded copy. gem_total counts grades of 10 or better, at Beckett 9.5 or better; gem_rate is a fraction from 0 to 1. If a result has a hint, it says how to get more or what to try instead.`;

/**
 * Creates a server whose tools are the operations of the API. Uses the low-level server of the SDK, because `McpServer`
 * publishes output schemas that forbid fields added by later versions of the API.
 */
export function createServer(client: GradedCardDataClient): Server {
  const server = new Server(
    { name: 'graded-card-data', version: '1.0.0' },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  const definitions = TOOLS.map(definitionOf);
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: definitions }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    runTool(client, params.name, params.arguments ?? {}),
  );
  return server;
}

async function runTool(
  client: GradedCardDataClient,
  name: string,
  given: Record<string, unknown>,
): Promise<CallToolResult> {
  const tool = TOOLS.find((each) => each.name === name);
  if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${name}.`);
  const input = tool.input.strict().safeParse(given, {
    error: ({ input, path = [] }) =>
      input === undefined ? `\`${path.join('.')}\` is required.` : undefined,
  });
  if (!input.success) return invalidInputResult(z.prettifyError(input.error));
  try {
    return resultOf(tool, await tool.run(client, input.data), input.data);
  } catch (error) {
    if (error instanceof GradedCardDataError) return errorResultOf(error);
    throw error;
  }
}
