import { z } from 'zod';
import { withCredentials } from './credentials.js';
import { natsAddress } from './nats/address.js';

/** Injection token for the process's typed configuration. */
export const CONFIG = Symbol('CONFIG');

/** A TCP port; 0 selects any free port. */
export const port = z.coerce.number().int().min(0).max(65_535);

/** Comma-separated IP addresses and networks; empty by default. */
export const addressList = z
  .string()
  .default('')
  .transform((list) => list.split(',').flatMap((entry) => entry.trim() || []));

/** An optional URL. An empty string counts as unset. */
export const optionalUrl = z.union([z.literal('').transform(() => undefined), z.url()]).optional();

/** An optional link for users: a web page, or `mailto:` with an address. An empty string counts as unset. */
export const optionalLink = z
  .union([z.literal('').transform(() => undefined), z.url({ protocol: /^(https?|mailto)$/ })])
  .optional();

/** A URL without a trailing slash. */
export const baseUrl = z.url().transform((url) => url.replace(/\/+$/, ''));

/** A variable that a parser checks. @param parse throws an error if the text is invalid */
export function checkedBy(parse: (text: string) => unknown): z.ZodType<string> {
  return z.string().superRefine((text, context) => {
    try {
      parse(text);
    } catch (error) {
      context.addIssue((error as Error).message);
    }
  });
}

/** Environment variables that all processes read. */
export const processConfig = z.object({
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  NATS_URL: checkedBy(natsAddress),
  /** Port of `/health/live`, `/health/ready` and `/metrics`. */
  HEALTH_PORT: port.default(9090),
  /**
   * Base URL of the OTLP/HTTP collector for traces. The complete URL can be set with
   * `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` instead. If neither variable is set, tracing is off.
   */
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalUrl,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optionalUrl,
  // The OpenTelemetry SDK reads this variable itself. It is validated here so that the process does not start with an
  // invalid value.
  OTEL_TRACES_SAMPLER: z
    .templateLiteral([
      z.enum(['', 'parentbased_']),
      z.enum(['always_on', 'always_off', 'traceidratio']),
    ])
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).optional(),
});

export type TracesConfig = Pick<
  z.infer<typeof processConfig>,
  'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
>;

/** URL of the public site, without a trailing slash. */
export const siteUrl = baseUrl.default('http://localhost:3001');

/**
 * Reads and validates the environment variables once, and adds credentials to URLs with {@link withCredentials}.
 * @throws Error that names every missing or invalid variable, but not its value
 */
export function readConfig<Schema extends z.ZodType>(
  schema: Schema,
  env: NodeJS.ProcessEnv = process.env,
): z.infer<Schema> {
  const result = schema.safeParse(withCredentials(env), {
    error: ({ input }) => (input === undefined ? 'must be set' : undefined),
  });
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`Invalid environment variables. ${problems.join('; ')}`);
}
