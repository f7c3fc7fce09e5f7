import { z } from 'zod';
import { includeList, optional } from './parameters.js';

const boolean = z.preprocess(
  (sent) => sent === 'true' || (sent === 'false' ? false : sent),
  z.boolean('must be `true` or `false`.'),
);

/**
 * Creates a boolean parameter, which must be exactly `true` or `false`.
 * @param byDefault value if the parameter is absent
 */
export function flag(description: string, byDefault = false) {
  return boolean.default(byDefault).meta({ description });
}

/** Creates a boolean parameter whose value is null if the client omits the parameter. */
export function optionalFlag(description: string) {
  return optional(boolean, { description });
}

export const autoSplitFlag = flag(
  'Adds `auto_split` to `population_data.by_grader.psa`, with separate counts for autographed and other copies.',
);

export const universalFlag = flag(
  'Whether the population covers all graders. `false` restricts it to the grader in the path.',
  true,
);

/** The two query parameters that request the parsed description. */
export const parsedDescriptionFlags = {
  parsed_description: flag(
    'Adds `parsed_description`. Equivalent to `include=parsed_description`.',
  ),
  include: includeList('parsed_description'),
};

/** The query parameter `include` of operations that return a population which may be accompanied by its growth. */
export const growthInclude = includeList('parsed_description', 'growth');

/** Whether the client requested the parsed description with either of the two parameters for it. */
export function wantsParsedDescription(request: {
  readonly parsed_description: boolean;
  readonly include: readonly string[];
}): boolean {
  return request.parsed_description || request.include.includes('parsed_description');
}
