/** A parameter of a page's URL; the first where it is repeated. */
export function textOf(parameter: unknown): string {
  const first: unknown = Array.isArray(parameter) ? parameter[0] : parameter;
  return typeof first === 'string' ? first : '';
}

/** The page of a list; the API rejects what is not a page number. */
export const pageOf = (parameters: Readonly<Record<string, unknown>>): number =>
  Number(textOf(parameters.page) || '1');

/** Those parameters that have a value. */
export const given = <Name extends string>(
  parameters: Readonly<Record<Name, string>>,
): Partial<Record<Name, string>> =>
  Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== '')) as Partial<
    Record<Name, string>
  >;
