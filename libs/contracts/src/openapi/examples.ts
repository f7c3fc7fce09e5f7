import recorded from './recorded-examples.json' with { type: 'json' };
import type { Json } from './schemas.js';

/** A response as a test recorded it. */
export interface RecordedExample {
  /** The operation that was called; null for a response that every operation may give. */
  readonly operation: string | null;
  /** What it shows. */
  readonly summary: string;
  /** Path and query, or what was wrong with the request. */
  readonly request: string;
  readonly status: number;
  /** JSON, or the beginning of a file. */
  readonly body: unknown;
}

const EXAMPLES = recorded as unknown as readonly RecordedExample[];

/** The examples of a status of an operation. @param operation null for those of every operation */
export function recordedExamples(operation: string | null, status: string): RecordedExample[] {
  return EXAMPLES.filter(
    (example) => example.operation === operation && String(example.status) === status,
  );
}

/** The code of an error. @returns undefined for a success */
export function codeOf({ body }: RecordedExample): string | undefined {
  return (body as { error?: { code: string } } | null)?.error?.code;
}

/** `examples` of a media type. */
export function namedExamples(examples: readonly RecordedExample[]): Json {
  return Object.fromEntries(
    examples.map(({ summary, request, body }) => [
      summary.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'),
      { summary, description: request, value: body },
    ]),
  );
}
