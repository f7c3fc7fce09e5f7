import type { Section } from '../interface-statements.ts';
import { block, gradeScales, history, historyDates, population, rates } from './tests.ts';

/** Maps the statements about populations in the interface specification to their tests. */
export const POPULATIONS: readonly Section[] = [
  {
    heading: 'Population block (`population`)',
    statements: {
      '`graders_included` | array of grader values | Graders the block covers.': [
        population(
          'GET /v1/cards/{card_id}/population: 200 includes every grader that lists the card',
        ),
      ],
      '`graders` | object keyed by grader | Each value has `card_id` (string), `set_url` (string), and `spec_id` (string, `psa` only).':
        [
          population(
            'GET /v1/cards/{card_id}/population: 200 includes every grader that lists the card',
          ),
        ],
      '`population_data.total` | integer | All graders in the block.': [
        block(
          'populationBlock has totals that equal the sum of their parts, for each grader and for all graders',
        ),
      ],
      '`population_data.gem_total` | integer |': [
        block(
          'populationBlock has totals that equal the sum of their parts, for each grader and for all graders',
        ),
      ],
      '`population_data.gem_rate` | number |': [
        rates('rateOf for * of * copies, returns the rate *'),
      ],
      '`population_data.data_last_updated` | date |': [
        population(
          'GET /v1/cards/{card_id}/population: 200 advances data_last_updated but not last_population_change when a later import repeats the counts',
        ),
      ],
      '`population_data.last_population_change` | date |': [
        population(
          'GET /v1/cards/{card_id}/population: 200 advances data_last_updated but not last_population_change when a later import repeats the counts',
        ),
      ],
      '`population_data.by_grader.{grader}.total` | integer |': [
        population(
          'GET /v1/cards/{card_id}/population: 200 includes every grader that lists the card',
        ),
      ],
      '`population_data.by_grader.{grader}.gem_total` | integer |': [
        population(
          'GET /v1/cards/{card_id}/population: 200 includes every grader that lists the card',
        ),
      ],
      '`population_data.by_grader.{grader}.gem_rate` | number |': [
        population(
          'GET /v1/cards/{card_id}/population: 200 includes every grader that lists the card',
        ),
      ],
      '`population_data.by_grader.{grader}.last_population_change` | date |': [
        population(
          'GET /v1/cards/{card_id}/population: 200 advances data_last_updated but not last_population_change when a later import repeats the counts',
        ),
      ],
      '`population_data.by_grader.{grader}.grades` | object | Label key to integer count.': [
        population(
          'GET /v1/cards/{card_id}/population: 200 returns every key of every grade scale in order, including zero counts',
        ),
      ],
      '`population_data.by_grader.psa.qualifiers` | object | `psa` only. Label key to integer count.':
        [
          block(
            'populationBlock has qualifiers only for psa, and no autograph split unless requested',
          ),
        ],
      '`population_data.by_grader.psa.auto_split` | object | `psa` only, when requested. Members `auto` and `non_auto`. Zero-filled when the card has no autographed grades. Always present when requested.':
        [
          population(
            'GET /v1/cards/{card_id}/population: 200 with auto_split=true, adds auto_split to psa only',
          ),
          population(
            'GET /v1/cards/{card_id}/population: 200 returns an all-zero auto_split if no copies are autographed',
          ),
        ],
      'When the block is restricted to one grader, `by_grader` holds only that grader and the top-level `total`, `gem_total` and `gem_rate` reflect it alone.':
        [
          population(
            'GET /v1/cards/{card_id}/population: 200 with grader=*, restricts the totals to that grader',
          ),
          block(
            "populationBlock equals the grader's part of the full block when it is restricted to one grader",
          ),
        ],
    },
  },
  {
    heading: 'Grade label keys (keys of `grades` and `qualifiers`)',
    statements: {
      'Format `{grader}_{grade}`.': [gradeScales('grade scales the scale of * ranges from * to *')],
      'A half grade uses an underscore, for example `_9_5`.': [
        gradeScales('grade scales psa has half grades up to 8.5 but none above'),
      ],
      '`psa` grades | `psa_auth`, `psa_1`, `psa_1_5`, `psa_2`, `psa_2_5`, `psa_3`, `psa_3_5`, `psa_4`, `psa_4_5`, `psa_5`, `psa_5_5`, `psa_6`, `psa_6_5`, `psa_7`, `psa_7_5`, `psa_8`, `psa_8_5`, `psa_9`, `psa_10`':
        [
          gradeScales('grade scales * has * grades and * qualifier grades'),
          gradeScales('grade scales psa has half grades up to 8.5 but none above'),
        ],
      '`psa` qualifiers | `psa_q1`, `psa_q1_5`, `psa_q2` through `psa_q9`': [
        gradeScales('grade scales the qualifier grades of psa include 1.5 but no other half grade'),
      ],
      '`beckett` | `beckett_1`, `beckett_1_5`, then every half step through `beckett_9_5`, then `beckett_10_pristine`, `beckett_10_black`':
        [
          gradeScales('grade scales * has * grades and * qualifier grades'),
          gradeScales('grade scales the scale of * ranges from * to *'),
        ],
      '`sgc` | `sgc_auth`, `sgc_1`, `sgc_1_5`, then every half step through `sgc_9_5`, then `sgc_10`, `sgc_10_pristine`':
        [
          gradeScales('grade scales * has * grades and * qualifier grades'),
          gradeScales('grade scales the scale of * ranges from * to *'),
        ],
      '`cgc` | `cgc_auth_altered`, `cgc_auth`, `cgc_1`, `cgc_1_5`, then every half step through `cgc_9_5`, then `cgc_10`, `cgc_10_pristine`, `cgc_10_perfect`':
        [
          gradeScales('grade scales * has * grades and * qualifier grades'),
          gradeScales('grade scales the scale of * ranges from * to *'),
        ],
      'A grade with no copies is reported as `0`.': [
        block('populationBlock has every key of the scale in order, even without a population row'),
        population(
          'GET /v1/cards/{card_id}/population: 200 returns every key of every grade scale in order, including zero counts',
        ),
      ],
    },
  },
  {
    heading: 'Population history block (`population` in the history response)',
    statements: {
      '`graders_included`, `graders` | as in the population block |': [
        history(
          'GET /v1/cards/{card_id}/population/history: 200 returns one point every two weeks, counted back from the latest recorded date',
        ),
        history(
          'GET /v1/cards/{card_id}/population/history: 200 with grader=…, returns only that grader',
        ),
      ],
      '`window.mode` | string | Trailing window.': [
        history(
          'GET /v1/cards/{card_id}/population/history: 200 returns one point every two weeks, counted back from the latest recorded date',
        ),
      ],
      '`window.interval` | string | Step size back from `as_of` (for example a two-week step).': [
        history(
          'GET /v1/cards/{card_id}/population/history: 200 returns one point every two weeks, counted back from the latest recorded date',
        ),
        history(
          'GET /v1/cards/{card_id}/population/history: 200 returns 157 points for interval=week',
        ),
      ],
      '`window.as_of` | date | Latest date for which population data is recorded.': [
        history(
          'GET /v1/cards/{card_id}/population/history: 200 returns one point every two weeks, counted back from the latest recorded date',
        ),
      ],
      '`window.start`, `window.end` | dates |': [
        history(
          'GET /v1/cards/{card_id}/population/history: 200 returns one point every two weeks, counted back from the latest recorded date',
        ),
        historyDates('historyDates for the end date * and the interval *, starts on *'),
      ],
      '`window.points` | integer | Number of grid points.': [
        history(
          'GET /v1/cards/{card_id}/population/history: 200 returns one point every two weeks, counted back from the latest recorded date',
        ),
        history(
          'GET /v1/cards/{card_id}/population/history: 200 returns 157 points for interval=week',
        ),
      ],
      '`window.lookback` | string | Three years.': [
        history(
          'GET /v1/cards/{card_id}/population/history: 200 returns one point every two weeks, counted back from the latest recorded date',
        ),
      ],
      '`population_data` | object | Same summary fields as the population block.': [
        history(
          'GET /v1/cards/{card_id}/population/history: 200 returns the latest population as the last point',
        ),
      ],
      '`population_data.by_grader.{grader}.history` | array | Entries: `date`, `total`, `gem_total`, `gem_rate`, `grades` (label key to count), and `qualifiers` for `psa`.':
        [
          history(
            'GET /v1/cards/{card_id}/population/history: 200 returns zeros before the first record, then the latest counts recorded on or before each date',
          ),
          history(
            'GET /v1/cards/{card_id}/population/history: 200 returns qualifiers for psa and for no other grader',
          ),
        ],
      'Dates are the UTC date the population change was recorded, typically the day after grading.':
        'says where the dates of a dataset come from',
    },
  },
];
