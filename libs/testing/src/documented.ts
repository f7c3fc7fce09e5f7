import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { ApiResponse } from './api.js';

export const DOCUMENT_FILE = new URL('../../../docs/openapi.json', import.meta.url);

interface Response {
  readonly $ref?: string;
  /** The error codes of a response, each with the fields that `error.details` contains for that code. */
  readonly 'x-error-codes'?: Readonly<Record<string, readonly string[]>>;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, unknown>>;
}

interface ErrorInfo {
  readonly code: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

interface Header {
  readonly required?: boolean;
  readonly schema: { readonly type?: string };
}

type Responses = Readonly<Record<string, Response>>;

interface Operation {
  readonly 'x-aliases'?: readonly string[];
  readonly responses: Responses;
}

interface Document {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: {
    readonly responses: Responses;
    readonly headers: Readonly<Record<string, Header>>;
  };
}

/**
 * The OpenAPI document, changed so that objects forbid undocumented fields. Clients must tolerate such fields, but the
 * API must not send any.
 */
const document: Document = JSON.parse(readFileSync(DOCUMENT_FILE, 'utf8'), (_key, value) => {
  const isObject = [value?.type].flat().includes('object') && value.properties;
  return isObject && !('additionalProperties' in value)
    ? { ...value, additionalProperties: false }
    : value;
});

/** Maps each path or alias to the documented path. */
const templates: ReadonlyMap<string, string> = new Map(
  Object.entries(document.paths).flatMap(([path, { get }]) =>
    [path, ...(get['x-aliases'] ?? [])].map((each): [string, string] => [each, path]),
  ),
);

const ID = 'openapi.json';
// Do not validate the OpenAPI document as a JSON Schema: it is not one, and the validation would take 0.1 s per test
// file.
const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
formats.default(ajv);
ajv.addSchema(document, ID);

/**
 * Checks a response against the OpenAPI document. For paths that are not documented, only an error envelope is
 * required.
 * @param target path and query of the request
 * @throws Error if the status, the content type or the body is not as documented
 */
export function checkDocumented(target: string, response: ApiResponse): void {
  const problem = problemOf(target.split('?')[0] ?? '', response);
  if (problem) throw new Error(`GET ${target} returned ${response.status}, but ${problem}`);
}

/** Like {@link checkDocumented}, but checks only the body of a JSON response. */
export function checkDocumentedBody(
  target: string,
  { status, body }: Pick<ApiResponse, 'status' | 'body'>,
): void {
  const problem = problemOf(target.split('?')[0] ?? '', { status, body, headers: null });
  if (problem) throw new Error(`GET ${target} returned ${status}, but ${problem}`);
}

/** A response to check. The headers are undefined if only the body is checked. */
type Checked = Pick<ApiResponse, 'status' | 'body'> & { readonly headers: Headers | null };

function problemOf(path: string, { status, headers, body }: Checked): string | null {
  const template = templateOf(path);
  if (template === undefined)
    return body?.error ? misfit('/components/schemas/ApiError', body) : null;
  const { responses } = document.paths[template]?.get ?? { responses: {} };
  const key = String(status);
  if (!responses[key]) return 'the document has no such status';
  const common = responses[key]?.$ref?.split('/').at(-1) ?? '';
  const documented = document.components.responses[common] ?? responses[key] ?? {};
  const problem = headers && headerProblem(headers, new Set(Object.keys(documented.headers ?? {})));
  if (problem) return problem;
  const { content } = documented;
  const place = common
    ? `/components/responses/${common}`
    : `/paths/${escapePart(template)}/get/responses/${key}`;
  if (!content) return body === null ? null : 'the document has no body there';
  const type = headers ? (headers.get('content-type')?.split(';')[0] ?? '') : 'application/json';
  if (!(type in content)) return `the document has no ${type} there`;
  return (
    errorProblem(body?.error, documented['x-error-codes']) ??
    misfit(`${place}/content/${escapePart(type)}/schema`, body)
  );
}

/** Checks that the code of an error and the fields of its details are documented for the status. */
function errorProblem(
  error: ErrorInfo | undefined,
  codes: Response['x-error-codes'],
): string | null {
  if (!error) return null;
  const expected = codes?.[error.code];
  if (!expected) return `the document does not have the code ${error.code} there`;
  const members = Object.keys(error.details ?? {});
  return String(members.sort()) === String([...expected].sort())
    ? null
    : `the details of ${error.code} have ${members}, not ${expected}`;
}

/** Checks that all headers of a response are documented for it, and that no required header is missing. */
function headerProblem(headers: Headers, declared: ReadonlySet<string>): string | null {
  for (const [name, { required, schema }] of Object.entries(document.components.headers)) {
    const value = headers.get(name);
    if (value === null) {
      if (declared.has(name) && required) return `the header ${name} is missing`;
      continue;
    }
    if (!declared.has(name)) return `the document has no header ${name} there`;
    const read = schema.type === 'integer' && /^\d+$/.test(value) ? Number(value) : value;
    const problem = misfit(`/components/headers/${name}/schema`, read);
    if (problem) return `the header ${name} does not fit: ${problem}`;
  }
  return null;
}

function misfit(place: string, body: unknown): string | null {
  const validate = ajv.getSchema(`${ID}#${place}`);
  if (!validate) return `the document has nothing at ${place}`;
  if (validate(body)) return null;
  const errors = (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const name = params.additionalProperty ? ` (${params.additionalProperty})` : '';
    return `the body${instancePath} ${message}${name}`;
  });
  return `${errors.join(', ')}. If the contract changed, record the examples (CONTRIBUTING.md).`;
}

/** Finds the documented path that matches a path. If several match, returns the one with the fewest variables. */
function templateOf(path: string): string | undefined {
  const parts = path.split('/');
  const isVariable = (part: string): boolean => part.startsWith('{');
  const variables = (template: string): number => template.split('/').filter(isVariable).length;
  const [template = ''] = [...templates.keys()]
    .filter((known) => {
      const wanted = known.split('/');
      const fits = (part: string, index: number): boolean =>
        isVariable(part) ? parts[index] !== '' : part === parts[index];
      return wanted.length === parts.length && wanted.every(fits);
    })
    .sort((one, other) => variables(one) - variables(other));
  return templates.get(template);
}

/** Escapes one segment of a JSON pointer. */
function escapePart(text: string): string {
  return encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));
}
