import { AsyncLocalStorage } from 'node:async_hooks';
import { ApiError } from '@gcd/contracts/errors';
import {
  type Span as OtelSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import { SPAN_CHANNEL, type Span } from './span.js';

/** Callbacks that log trace-export events. */
export interface TraceReports {
  /** Called when the collector becomes unavailable or rejects spans. Spans are dropped until the collector recovers. */
  lost(reason: Error | undefined): void;
  recovered(): void;
}

/** Value of `ExportResultCode.SUCCESS`, copied because the enum is in another package. */
const SUCCESS = 0;
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;

/**
 * Exports the spans of this process to a collector. OpenTelemetry's environment variables set the endpoint and the
 * sampler.
 * @param name name of the process
 * @returns a function that exports the remaining spans and stops the exporter
 */
export function exportTraces(name: string, reports: TraceReports): () => Promise<void> {
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': name, 'service.namespace': 'gcd' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new Reported(new OTLPTraceExporter(), reports))],
  });
  const tracer = provider.getTracer('gcd');
  const current = new AsyncLocalStorage<OtelSpan>();
  const spans = new WeakMap<Span, OtelSpan>();
  SPAN_CHANNEL.start.bindStore(current, (span) => {
    const otelSpan = startSpan(tracer, span, current.getStore());
    spans.set(span, otelSpan);
    return otelSpan;
  });
  SPAN_CHANNEL.asyncEnd.subscribe((message) => {
    const span = message as Span;
    const otelSpan = spans.get(span);
    if (otelSpan) endSpan(otelSpan, span);
  });
  return () => provider.shutdown();
}

function startSpan(tracer: Tracer, span: Span, within: OtelSpan | undefined): OtelSpan {
  const parent = within?.spanContext() ?? readTraceparent(span.parent);
  const otelSpan = tracer.startSpan(
    span.name,
    { kind: KINDS[span.kind] },
    parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
  );
  span.traceparent = writeTraceparent(otelSpan.spanContext());
  return otelSpan;
}

/** Ends a span. Only the type of an error is exported, because its message may contain client data. */
function endSpan(otelSpan: OtelSpan, { name, attributes, status, error }: Span): void {
  if (otelSpan.isRecording()) {
    const isKnown = error instanceof ApiError;
    const ended = isKnown ? error.status : error ? 500 : (status ?? 200);
    otelSpan.updateName(name).setAttributes({ ...attributes, 'gcd.status': ended });
    if (error) otelSpan.setAttribute('error.type', isKnown ? error.code : (error as Error).name);
    if (ended >= 500) otelSpan.setStatus({ code: SpanStatusCode.ERROR });
  }
  otelSpan.end();
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

function readTraceparent(text = ''): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(text) ?? [];
  return traceId
    ? { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
    : undefined;
}

function writeTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** Reports the first failed export and the recovery. Spans in between are dropped. */
class Reported implements SpanExporter {
  private isFailing = false;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly reports: TraceReports,
  ) {}

  export(spans: ReadableSpan[], done: Parameters<SpanExporter['export']>[1]): void {
    this.exporter.export(spans, ({ code, error }) => {
      const fails = code !== SUCCESS;
      if (fails && !this.isFailing) this.reports.lost(error);
      if (!fails && this.isFailing) this.reports.recovered();
      this.isFailing = fails;
      done({ code: SUCCESS });
    });
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }
}
