/** A parameter of a page's address; the first where it is repeated. */
export function textOf(parameter: unknown): string {
  const first: unknown = Array.isArray(parameter) ? parameter[0] : parameter;
  return typeof first === 'string' ? first : '';
}
