import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A span that a collector has received. */
export interface CollectedSpan {
  /** Name of the process that created the span. */
  readonly service: string;
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly status?: { readonly code?: number };
  readonly attributes: Readonly<Record<string, string | number>>;
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string };
}

/** A trace collector that accepts OTLP over HTTP with JSON. */
export interface Collector {
  /** Value for `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** Unparsed bodies of the requests that the collector has received. */
  readonly received: readonly string[];
  /** Makes the collector accept connections but never respond; `false` ends this behavior. */
  stall(isStalled: boolean): void;
  /** Makes the collector refuse connections until it is started again. */
  close(): Promise<void>;
  listen(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const received: string[] = [];
  let isStalled = false;
  let port = 0;
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (isStalled) return;
    const body = await text(request);
    const isTraces = request.method === 'POST' && request.url === '/v1/traces';
    if (isTraces) {
      received.push(body);
      spans.push(...spansOf(JSON.parse(body)));
    }
    response.writeHead(isTraces ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
  };
  const server: Server = createServer((request, response) => void take(request, response));
  const listen = async (): Promise<void> => {
    await once(server.listen(port, '127.0.0.1'), 'listening');
    port = (server.address() as AddressInfo).port;
  };
  await listen();
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    received,
    stall: (value) => {
      isStalled = value;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    listen,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: OTLP is deeply nested, and only the spans matter
function spansOf({ resourceSpans }: any): CollectedSpan[] {
  return resourceSpans.flatMap(
    // biome-ignore lint/suspicious/noExplicitAny: OTLP is deeply nested, and only the spans matter
    ({ resource, scopeSpans }: any) =>
      // biome-ignore lint/suspicious/noExplicitAny: OTLP is deeply nested, and only the spans matter
      scopeSpans.flatMap((scope: any) =>
        scope.spans.map((span: CollectedSpan & { attributes: Attribute[] }) => ({
          ...span,
          service: valuesOf(resource.attributes)['service.name'],
          attributes: valuesOf(span.attributes),
        })),
      ),
  );
}

function valuesOf(attributes: readonly Attribute[]): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  );
}
