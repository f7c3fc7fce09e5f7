import type { Section } from '../interface-statements.ts';
import { specs } from './tests.ts';

/** Maps the statements about specs in the interface specification to their tests. */
export const SPECS: readonly Section[] = [
  {
    heading: 'Spec lookup',
    statements: {
      '`GET /v1/specs/{grader}/{spec_id}`': [
        specs("GET /v1/specs/{grader}/{spec_id}: 200 returns the identity of the spec's card"),
      ],
      'Only `psa` is supported as `{grader}` in the primary form.': [
        specs(
          'GET /v1/specs/{grader}/{spec_id}: 400 rejects a grader other than psa unless the alternate representation is requested: *',
        ),
      ],
      'Query: the parsed-description flag.': [
        specs('GET /v1/specs/{grader}/{spec_id}: 200 adds the parsed description with *'),
      ],
      'Alternate form: the grader accepts aliases; `include=population` appends the population block; `grader_id2` (string, optional, secondary identifier for `beckett`); `auto` (boolean, adds the `psa` split to the population).':
        [
          specs(
            'GET /v1/specs/{grader}/{spec_id}: 200 with auto=false, returns the alternate representation for any grader',
          ),
          specs(
            'GET /v1/specs/{grader}/{spec_id}: 200 with include=population, adds the population for all graders',
          ),
          specs(
            'GET /v1/specs/{grader}/{spec_id}: 200 uses grader_id2=* to distinguish grader cards with the same number',
          ),
          specs(
            'GET /v1/specs/{grader}/{spec_id}: 200 with auto=true, adds auto_split to the psa population',
          ),
        ],
      'Response `200`: Spec record (identity fields, `grader`, `spec_id`).': [
        specs("GET /v1/specs/{grader}/{spec_id}: 200 returns the identity of the spec's card"),
      ],
      'Response `202` with code `processing`: spec known, card mapping still being built.': [
        specs(
          'GET /v1/specs/{grader}/{spec_id}: 202 returns 202 for a spec whose mapping is in progress at /{spec_id}*',
        ),
      ],
      'Errors: `400 invalid_grader`, `404 card_not_found` (no card maps to the spec), `404 spec_not_found`.':
        [
          specs(
            'GET /v1/specs/{grader}/{spec_id}: 400 rejects a grader other than psa unless the alternate representation is requested: *',
          ),
          specs(
            'GET /v1/specs/{grader}/{spec_id}: 404 returns 404 for an unmapped spec number at /{spec_id}*',
          ),
          specs(
            'GET /v1/specs/{grader}/{spec_id}: 404 returns 404 for an unknown spec number at /{spec_id}*',
          ),
        ],
    },
  },
  {
    heading: 'Spec population',
    statements: {
      '`GET /v1/specs/{grader}/{spec_id}/population`': [
        specs(
          'GET /v1/specs/{grader}/{spec_id}/population: 200 returns the spec with the population of its card',
        ),
      ],
      'Only `psa` is supported as `{grader}`.': [
        specs('GET /v1/specs/{grader}/{spec_id}: 400 rejects a population request for a * spec'),
      ],
      'Query: `auto_split`, the grader-restriction flag, the parsed-description flag.': [
        specs(
          'GET /v1/specs/{grader}/{spec_id}/population: 200 applies universal=false, auto_split=true and parsed_description=true to the population',
        ),
      ],
      'Response `200`: identity fields, `grader`, `spec_id`, and `population` (population block).':
        [
          specs(
            'GET /v1/specs/{grader}/{spec_id}/population: 200 returns the spec with the population of its card',
          ),
        ],
      'Response `202` with code `processing`.': [
        specs(
          'GET /v1/specs/{grader}/{spec_id}: 202 returns 202 for a spec whose mapping is in progress at /{spec_id}*',
        ),
      ],
      'Errors: `400 invalid_grader`, `404 card_not_found`, `404 spec_not_found`.': [
        specs('GET /v1/specs/{grader}/{spec_id}: 400 rejects a population request for a * spec'),
        specs(
          'GET /v1/specs/{grader}/{spec_id}: 404 returns 404 for an unmapped spec number at /{spec_id}*',
        ),
        specs(
          'GET /v1/specs/{grader}/{spec_id}: 404 returns 404 for an unknown spec number at /{spec_id}*',
        ),
      ],
    },
  },
];
