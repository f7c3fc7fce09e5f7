import { z } from 'zod';

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
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('Least severe lines that are logged.'),
  HEALTH_PORT: port
    .default(9090)
    .describe('Port of `/health/live`, `/health/ready` and `/metrics`.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalUrl.describe(
    'Base URL of the OTLP/HTTP collector for traces. Without it and `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT`, tracing is off.',
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optionalUrl.describe(
    'Complete URL to which traces are sent.',
  ),
  // The OpenTelemetry SDK reads this variable itself. It is validated here so that the process does not start with an
  // invalid value.
  OTEL_TRACES_SAMPLER: z
    .templateLiteral([
      z.enum(['', 'parentbased_']),
      z.enum(['always_on', 'always_off', 'traceidratio']),
    ])
    .optional()
    .describe('Sampler of traces, such as `parentbased_traceidratio`.'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('Argument of the sampler, from 0 to 1.'),
});

export type TracesConfig = Pick<
  z.infer<typeof processConfig>,
  'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
>;

export const databaseUrl = z
  .url()
  .describe('Primary of PostgreSQL, as `postgres://user:password@host/database`.');

export const databaseReadUrl = optionalUrl.describe(
  'Standbys of PostgreSQL. Several hosts are separated by commas.',
);

export const siteUrl = baseUrl
  .default('http://localhost:3001')
  .describe('Public URL of the site, for `card_url`.');

/** Returns the help of a process: its environment variables, with their descriptions and defaults. */
export function configurationHelp(name: string, schema: z.ZodType): string {
  const { shape } = schema as unknown as z.ZodObject<Record<string, z.ZodType>>;
  const variables = Object.entries(shape).map(([variable, type]) => {
    const { defaultValue } = type.def as { defaultValue?: unknown };
    let state = type.safeParse(undefined).success ? '' : ' Required.';
    if (defaultValue !== undefined) state = ` Default: ${defaultValue}.`;
    return `  ${variable}\n      ${type.description ?? ''}${state}\n`;
  });
  return `The process ${name} is configured by environment variables:\n\n${variables.join('')}\nExample:\n  $ PORT=3000 node dist/main.js\n`;
}

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

const URLS = {
  DATABASE: ['DATABASE_URL', 'DATABASE_READ_URL'],
  NATS: ['NATS_URL'],
  REDIS: ['REDIS_URL'],
};

/**
 * Adds the user and password of each server to its URLs. `DATABASE_USER` and `DATABASE_PASSWORD` are added to
 * `DATABASE_URL` and `DATABASE_READ_URL`. Variables with the prefixes `NATS_` and `REDIS_` work in the same way.
 * Passwords may contain any character.
 */
export function withCredentials(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const complete = { ...env };
  for (const [server, names] of Object.entries(URLS)) {
    const user = env[`${server}_USER`];
    const password = env[`${server}_PASSWORD`] ?? '';
    if (!user) continue;
    const credentials = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
    for (const name of names) {
      const url = env[name];
      if (url) complete[name] = url.replace(/:\/\/([^/@]*@)?/, () => `://${credentials}@`);
    }
  }
  return complete;
}
