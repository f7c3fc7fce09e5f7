/** Returns the value of a query parameter, or its first value if it is repeated. */
export function textOf(parameter: unknown): string {
  const first: unknown = Array.isArray(parameter) ? parameter[0] : parameter;
  return typeof first === 'string' ? first : '';
}

/** Returns the page number of a list. Invalid numbers are rejected by the API. */
export const pageOf = (parameters: Readonly<Record<string, unknown>>): number =>
  Number(textOf(parameters.page) || '1');

/** Selects the parameters that have a value. */
export const given = <Name extends string>(
  parameters: Readonly<Record<Name, string>>,
): Partial<Record<Name, string>> =>
  Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== '')) as Partial<
    Record<Name, string>
  >;
