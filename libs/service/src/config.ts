import { z } from 'zod';
import { withCredentials } from './credentials.js';
import { natsAddress } from './nats/address.js';

/** Where a dependency injector finds the typed configuration of the process. */
export const CONFIG = Symbol('CONFIG');

/** A TCP port; 0 takes any free one. */
export const port = z.coerce.number().int().min(0).max(65_535);

/** IP addresses and networks, separated by commas; empty by default. */
export const addressList = z
  .string()
  .default('')
  .transform((list) => list.split(',').flatMap((entry) => entry.trim() || []));

/** An address that need not be given: an empty one is none. */
export const optionalUrl = z.union([z.literal('').transform(() => undefined), z.url()]).optional();

/** What every process of ours is told by its environment. */
export const processConfig = z.object({
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  NATS_URL: z.string().superRefine((text, context) => {
    try {
      natsAddress(text);
    } catch (error) {
      context.addIssue((error as Error).message);
    }
  }),
  /** Where `/health/live`, `/health/ready` and `/metrics` answer. */
  HEALTH_PORT: port.default(9090),
  /** Where traces are sent, by OTLP over HTTP: of a collector, or its address for traces. Without it none are made. */
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalUrl,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optionalUrl,
  // Read, like all other variables of OpenTelemetry, by its SDK; here they are only checked.
  OTEL_TRACES_SAMPLER: z
    .templateLiteral([
      z.enum(['', 'parentbased_']),
      z.enum(['always_on', 'always_off', 'traceidratio']),
    ])
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).optional(),
});

/** What decides whether traces are sent. */
export type TracesConfig = Pick<
  z.infer<typeof processConfig>,
  'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
>;

/** The address of the public site, without a slash at the end. */
export const siteUrl = z
  .url()
  .default('http://localhost:3001')
  .transform((url) => url.replace(/\/+$/, ''));

/**
 * Reads the environment once, into a typed object. URLs get the credentials of {@link withCredentials}.
 * @throws Error that names every variable that is missing or wrong, and never its value
 */
export function readConfig<Schema extends z.ZodType>(
  schema: Schema,
  env: NodeJS.ProcessEnv = process.env,
): z.infer<Schema> {
  const result = schema.safeParse(withCredentials(env));
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`Wrong environment. ${problems.join('; ')}`);
}
