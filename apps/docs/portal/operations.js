import { Schemas } from './schema.js';

/**
 * Parameter values for example requests, by path. They replace unsuitable examples from the OpenAPI document.
 */
const VALUES = {
  '/v1/cards/{card_id}/population/history': { fields: 'totals' },
  '/v1/sets': { query: '1999 pokemon game' },
  '/v1/catalogs/{catalog}': { catalog: 'pokemon' },
  '/v1/catalogs/{catalog}/populations': { catalog: 'pokemon' },
};

/**
 * Lists the operations in an OpenAPI document, without aliases.
 * @returns each operation's id, path, summary, description, tag, parameters, responses, the schema of a successful
 * response, and an example request
 */
export function operationsOf(document) {
  const schemas = new Schemas(document);
  return Object.entries(document.paths).map(([path, { get }]) => {
    const responses = Object.entries(get.responses).map(([status, response]) => [
      status,
      schemas.resolve(response),
    ]);
    const [, success] = responses.find(([status]) => status === '200') ?? [];
    const [[mediaType, content]] = Object.entries(success.content);
    const parameters = get.parameters.map((each) => {
      const parameter = schemas.resolve(each);
      return { ...parameter, schema: schemas.resolve(parameter.schema) };
    });
    return {
      id: get.operationId,
      path,
      url: `/docs/reference/${get.operationId}`,
      summary: get.summary,
      description: get.description ?? '',
      aliases: get['x-aliases'] ?? [],
      tag: get.tags[0],
      parameters,
      responses,
      mediaType,
      content,
      schema: mediaType === 'application/json' ? content.schema : undefined,
      target: targetOf(path, parameters),
    };
  });
}

/**
 * Builds the path and query of an example request, with the required parameters.
 * @param others parameter values that replace those of the example
 */
export function targetOf(path, parameters, others = {}) {
  const values = { ...VALUES[path], ...others };
  const exampleValue = ({ name, example, schema }) => values[name] ?? example ?? schema.enum?.[0];
  const filled = parameters
    .filter(({ in: place }) => place === 'path')
    .reduce(
      (text, parameter) =>
        text.replace(`{${parameter.name}}`, encodeURIComponent(exampleValue(parameter))),
      path,
    );
  const query = parameters
    .filter((each) => each.in === 'query' && (each.name in values || each.example !== undefined))
    .map((each) => `${each.name}=${encodeURIComponent(exampleValue(each)).replaceAll('%2C', ',')}`);
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
}
