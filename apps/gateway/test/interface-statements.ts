/** A statement of the interface and the test that proves it. */
export interface Statement {
  /** Section and place in the interface. */
  readonly number: string;
  readonly says: string;
  /** File beneath the repository, and the title of a test in it, or of its table of cases. */
  readonly test: readonly [file: string, title: string];
}

const gateway = (file: string): string => `apps/gateway/test/${file}.test.ts`;
const LOOKUP = gateway('cert-lookup');
const AUTHENTICATION = gateway('cert-authentication');
const INCLUDE = gateway('cert-include');
const CERT_POPULATION = gateway('cert-population');
const IMAGES = gateway('cert-images');
const CATALOG = gateway('catalog');
const SPECS = gateway('specs');
const CARD = gateway('card');
const POPULATION = gateway('card-population');
const HISTORY = gateway('card-history');
const CHANGES = gateway('changes');
const GRADES = gateway('grades');
const SIMPLE = gateway('search-simple');
const STRUCTURED = gateway('search-structured');
const IN_STEP = 'apps/search/test/in-step.test.ts';
const ENVELOPE = gateway('envelope');
const KEYS = gateway('keys');
const QUOTA = gateway('quota');
const FAULTS = gateway('quota-faults');
const RATE = gateway('rate');
const EDGE = gateway('edge');
const HEADERS = gateway('http-headers');
const NEIGHBOURS = 'apps/certs/test/neighbours.test.ts';
const SCALES = 'libs/contracts/src/grades.spec.ts';
const PARAMETERS = 'libs/contracts/src/parameters.spec.ts';
const BLOCK = 'libs/population/src/population.spec.ts';
const REFERENCE = 'libs/population/src/reference.spec.ts';
const MATCHES = 'apps/admin/test/import-matches.test.ts';

/** Every statement of the interface that an answer can show. */
export const STATEMENTS: readonly Statement[] = [
  {
    number: '1.5a',
    says: 'dates are YYYY-MM-DD',
    test: [POPULATION, 'covers every grader of the card'],
  },
  {
    number: '1.5b',
    says: 'booleans are true and false, any other value is invalid_parameter',
    test: [LOOKUP, '%s is no boolean'],
  },
  {
    number: '1.5c',
    says: 'grader values and aliases are normalized',
    test: [LOOKUP, 'the grader %s means beckett'],
  },
  {
    number: '1.6a',
    says: 'a card has up to four grader-scoped ids',
    test: [POPULATION, 'covers every grader of the card'],
  },
  {
    number: '1.6b',
    says: 'for the promoted grader card_id equals universal_card_id, for others it differs',
    test: [POPULATION, 'the id of another grader gives its own identity and the same population'],
  },
  {
    number: '1.6c',
    says: 'the universal id does not change',
    test: [MATCHES, 'decisions that are refused'],
  },
  {
    number: '1.6d',
    says: 'the universal id works on any endpoint, for any grader',
    test: [POPULATION, 'restricts the totals too'],
  },
  {
    number: '1.6e',
    says: 'an unmatched card has no universal id and its card_id works',
    test: [POPULATION, 'an unmatched card stands alone'],
  },
  {
    number: '2.1a',
    says: 'success envelope: data and meta.request_id',
    test: [ENVELOPE, '%s has its request id in the header and in the body'],
  },
  { number: '2.1b', says: 'list form: meta.pagination', test: [GRADES, 'is one full page'] },
  {
    number: '2.1c',
    says: 'error envelope: code, message, details, meta.request_id',
    test: [LOOKUP, 'a path that cannot be decoded is refused in the envelope'],
  },
  { number: '2.2a', says: 'identity fields', test: [LOOKUP, 'a psa cert has every field'] },
  {
    number: '2.2b',
    says: 'card_id is null for certs without a card',
    test: [LOOKUP, 'a psa cert without a card has nulls and a zero-filled split'],
  },
  {
    number: '2.2c',
    says: 'parsed_description is present only when requested',
    test: [LOOKUP, 'parsed_description=false adds nothing'],
  },
  {
    number: '2.2d',
    says: 'parsed_description has seven members, the last two nullable',
    test: [LOOKUP, '%s adds the parts of the description'],
  },
  {
    number: '2.3a',
    says: 'grade is {grader}_{grade} or null',
    test: [LOOKUP, 'a %s cert is in its own scale'],
  },
  {
    number: '2.3b',
    says: 'qualifier grades have their own label form',
    test: [LOOKUP, 'a cert with a qualifier stands at its number'],
  },
  { number: '2.3c', says: 'set_url', test: [LOOKUP, 'a psa cert has every field'] },
  {
    number: '2.3d',
    says: 'population_context: within-grader counts',
    test: [BLOCK, 'counts at the grade, above it, and below it make the whole'],
  },
  {
    number: '2.3e',
    says: 'grade_qualifier_population appears on some certs',
    test: [LOOKUP, 'a cert with a qualifier stands at its number'],
  },
  {
    number: '2.3f',
    says: 'has_auto_grade and auto_grade_label',
    test: [LOOKUP, 'an autographed cert says so'],
  },
  {
    number: '2.3g',
    says: 'cert_retrieval_month is YYYY-MM',
    test: [LOOKUP, 'a psa cert has every field'],
  },
  {
    number: '2.3h',
    says: 'spec_id and qualifier_type of psa certs only',
    test: [LOOKUP, 'a beckett cert has subgrades and none of the fields of psa'],
  },
  {
    number: '2.3i',
    says: 'population_context_auto_split: psa certs, always',
    test: [LOOKUP, 'a cert without a grade has no context, and a split of the whole card'],
  },
  {
    number: '2.3j',
    says: 'subgrades of beckett certs, when present',
    test: [LOOKUP, 'a beckett cert has subgrades and none of the fields of psa'],
  },
  {
    number: '2.3k',
    says: 'non-standard certs have null ids, and may have no grade and context',
    test: [LOOKUP, 'a non-standard cert has neither card nor grade'],
  },
  {
    number: '2.3l',
    says: 'a beckett cert can have a card id and no universal id',
    test: [LOOKUP, 'a beckett cert of an unmatched card has a card id and no universal one'],
  },
  {
    number: '2.4',
    says: 'the standalone authentication record, without population',
    test: [
      AUTHENTICATION,
      'psa_dna=true answers the authentication record, whatever grader is in the path',
    ],
  },
  {
    number: '2.5a',
    says: 'graders_included and graders with card_id, set_url, spec_id of psa',
    test: [POPULATION, 'covers every grader of the card'],
  },
  { number: '2.5b', says: 'totals over all graders', test: [BLOCK, 'sums agree at every level'] },
  {
    number: '2.5c',
    says: 'data_last_updated and last_population_change',
    test: [POPULATION, 'equal counts of a later day move the update and not the change'],
  },
  {
    number: '2.5d',
    says: 'by_grader: total, gem_total, gem_rate, last_population_change, grades',
    test: [POPULATION, 'has every key of every scale in its order, zero-filled'],
  },
  {
    number: '2.5e',
    says: 'qualifiers of psa only',
    test: [BLOCK, 'only psa has qualifiers and a split, and the split only when asked'],
  },
  {
    number: '2.5f',
    says: 'auto_split of psa, when requested, zero-filled',
    test: [POPULATION, 'auto_split=true is zero-filled where no copy is autographed'],
  },
  {
    number: '2.5g',
    says: 'restricted to one grader, the totals reflect it alone',
    test: [BLOCK, 'restricted to a grader it equals the part of that grader'],
  },
  {
    number: '2.6a',
    says: 'the keys of each grader',
    test: [SCALES, '%s has %i grades and %i qualifier grades'],
  },
  {
    number: '2.6b',
    says: 'a grade with no copies is 0',
    test: [BLOCK, 'has every key of the scale in its order, also without a population row'],
  },
  {
    number: '2.7a',
    says: 'history: graders_included and graders as in the block',
    test: [HISTORY, 'grader restricts it'],
  },
  {
    number: '2.7b',
    says: 'window: mode, interval, as_of, start, end, points, lookback',
    test: [HISTORY, 'goes back from the newest recorded date in steps of two weeks'],
  },
  {
    number: '2.7c',
    says: 'population_data: the same summary fields',
    test: [HISTORY, 'the last point is the newest population'],
  },
  {
    number: '2.7d',
    says: 'history entries: date, totals, grades, qualifiers for psa',
    test: [HISTORY, 'only psa has qualifiers'],
  },
  {
    number: '2.8',
    says: 'simple search result',
    test: [SIMPLE, '200: a card with its identity, parts and totals over all graders'],
  },
  {
    number: '2.9',
    says: 'structured search result',
    test: [STRUCTURED, "200: each grader's entries that have all words by themselves"],
  },
  {
    number: '2.10',
    says: 'change feed page',
    test: [
      CHANGES,
      'has the ids, how many, the first day, whether there is more, and where to go on',
    ],
  },
  { number: '2.11', says: 'image record', test: [IMAGES, '200: both sides'] },
  { number: '2.12a', says: 'spec record', test: [SPECS, 'is the identity of its card'] },
  {
    number: '2.12b',
    says: 'the population form adds population',
    test: [SPECS, 'is the spec with the population of its card'],
  },
  {
    number: '2.12c',
    says: 'the alternate form',
    test: [SPECS, 'the alternate form is flat and takes other graders'],
  },
  {
    number: '2.12d',
    says: 'population of the alternate form',
    test: [SPECS, 'include=population adds the counts of all graders'],
  },
  { number: '2.13', says: 'grade map', test: [GRADES, 'names each grader'] },
  {
    number: '3.1',
    says: 'a spec whose mapping is being built: 202 processing',
    test: [SPECS, 'a spec whose mapping is being built%s'],
  },
  {
    number: '3.2',
    says: 'a cert that is not linked: population is null',
    test: [CERT_POPULATION, 'the population of %s, which is not linked to a card, is null'],
  },
  {
    number: '3.3',
    says: 'images being prepared: 202 processing',
    test: [IMAGES, '202: the cert is known, its images are not there yet'],
  },
  {
    number: '4.0a',
    says: 'auto_split adds the psa split',
    test: [POPULATION, 'auto_split=true splits psa, and only psa'],
  },
  {
    number: '4.0b',
    says: 'the parsed-description flag, per grader in population responses',
    test: [POPULATION, 'parsed_description=true stands at the top and in each grader'],
  },
  {
    number: '4.0c',
    says: 'the grader-restriction flag',
    test: [CERT_POPULATION, 'universal=false restricts the block to the path'],
  },
  {
    number: '4.1a',
    says: 'cert lookup: psa_dna',
    test: [
      AUTHENTICATION,
      'psa_dna=true answers the authentication record, whatever grader is in the path',
    ],
  },
  {
    number: '4.1b',
    says: 'cert lookup: include=source',
    test: [INCLUDE, 'include=source says where the data comes from'],
  },
  {
    number: '4.1c',
    says: 'cert lookup: include=population adds the block and the standing',
    test: [INCLUDE, 'include=population adds the block and the standing over all graders'],
  },
  {
    number: '4.1d',
    says: 'cert lookup: auto splits, and is ignored without include=population',
    test: [INCLUDE, 'auto is ignored without include=population'],
  },
  {
    number: '4.1e',
    says: 'cert lookup is lean by default',
    test: [LOOKUP, 'a psa cert has every field'],
  },
  {
    number: '4.1f',
    says: 'cert lookup: 400 invalid_grader',
    test: [LOOKUP, '%s is an unknown grader'],
  },
  {
    number: '4.1g',
    says: 'cert lookup: 404 cert_not_found with details',
    test: [LOOKUP, 'an unknown cert is named in the details'],
  },
  {
    number: '4.2a',
    says: 'cert population is the cert plus population',
    test: [CERT_POPULATION, 'is the cert with the population of its card'],
  },
  {
    number: '4.2b',
    says: 'cert population: psa_dna is not accepted',
    test: [CERT_POPULATION, 'psa_dna=%s is not accepted here'],
  },
  { number: '4.2c', says: 'cert population: errors', test: [CERT_POPULATION, 'an unknown cert'] },
  {
    number: '4.3a',
    says: 'cert images: 400 invalid_grader',
    test: [IMAGES, '400: an unknown grader'],
  },
  {
    number: '4.4a',
    says: 'spec lookup: psa only in the primary form',
    test: [SPECS, '%s: the primary form takes psa only'],
  },
  {
    number: '4.4b',
    says: 'spec lookup: grader_id2',
    test: [SPECS, 'grader_id2=%s tells entries with one number apart'],
  },
  {
    number: '4.4c',
    says: 'spec lookup: auto adds the split',
    test: [SPECS, 'auto=true adds the psa split'],
  },
  {
    number: '4.4d',
    says: 'spec lookup: 404 card_not_found',
    test: [SPECS, 'a number that is known to have no card%s'],
  },
  { number: '4.4e', says: 'spec lookup: 404 spec_not_found', test: [SPECS, 'an unknown number%s'] },
  {
    number: '4.5a',
    says: 'spec population: psa only',
    test: [SPECS, 'the population of a %s spec is not supported'],
  },
  {
    number: '4.5b',
    says: 'spec population: flags',
    test: [
      SPECS,
      'universal=false restricts it, auto_split=true splits it, parsed_description=true describes it',
    ],
  },
  {
    number: '4.6a',
    says: 'card population: the grader filter',
    test: [POPULATION, 'grader=%s restricts the totals too'],
  },
  {
    number: '4.6b',
    says: 'card population: 400 invalid_grader',
    test: [POPULATION, 'an unknown grader is refused'],
  },
  {
    number: '4.6c',
    says: 'card population: 404 card_not_found',
    test: [POPULATION, '%s is no card'],
  },
  {
    number: '4.7a',
    says: 'history over three years back from as_of',
    test: [REFERENCE, 'the history is the same for'],
  },
  { number: '4.7b', says: 'history: errors', test: [HISTORY, 'an unknown card'] },
  {
    number: '4.7c',
    says: 'history: 503 as_of_unavailable',
    test: ['apps/cards/test/no-history.test.ts', 'a card of a dataset without any recorded date'],
  },
  {
    number: '4.8',
    says: 'card by id, with /history beneath it',
    test: [HISTORY, '/history is the same'],
  },
  {
    number: '4.8b',
    says: 'card by id',
    test: [CARD, '200: identity, parts, totals and population'],
  },
  {
    number: '4.9a',
    says: 'simple search: one result entry per card',
    test: [IN_STEP, 'matched entries are one card'],
  },
  {
    number: '4.9b',
    says: 'simple search: pages of 10, page 10 at most',
    test: [IN_STEP, 'pages have ten cards each, none twice, one hundred at most'],
  },
  {
    number: '4.9c',
    says: 'simple search: text of 1 to 200 characters',
    test: [SIMPLE, '200: 200 characters, whatever they are'],
  },
  {
    number: '4.10a',
    says: 'structured search: grouped by grader, filter by grader',
    test: [STRUCTURED, '200: one grader, by an alias'],
  },
  {
    number: '4.10b',
    says: 'structured search: invalid_grader',
    test: [STRUCTURED, '400: an unknown grader'],
  },
  {
    number: '4.11a',
    says: 'change feed: since is inclusive, within the last 30 days and not in the future',
    test: [CHANGES, 'begins with the first change of that day, or of the next one that has any'],
  },
  {
    number: '4.11b',
    says: 'change feed: since is ignored beside a cursor',
    test: [CHANGES, 'is ignored beside a cursor, even when it is %j'],
  },
  {
    number: '4.11c',
    says: 'change feed: today with neither',
    test: [CHANGES, 'is today when nothing is said'],
  },
  {
    number: '4.11d',
    says: 'change feed: pages until has_more is false, and nothing is missed',
    test: [CHANGES, 'of as many ids as asked for, until there is no more'],
  },
  {
    number: '4.11e',
    says: 'change feed: when caught up, the same token can be reused',
    test: [
      CHANGES,
      'without ids has the cursor that it was asked with, which finds what comes later',
    ],
  },
  {
    number: '4.11f',
    says: 'change feed: charged to read:changes where the plan limits it',
    test: [CHANGES, '429: may limit the feed by itself'],
  },
  {
    number: '4.11g',
    says: 'change feed: page size 1 to 10000',
    test: [CHANGES, 'limit=%s'],
  },
  {
    number: '4.12a',
    says: 'a catalog is CSV of every card in it, with the card id on each row',
    test: [CATALOG, 'pokemon: every entry of that category'],
  },
  {
    number: '4.12b',
    says: 'each catalog is gated by its own allowlist of keys',
    test: [CATALOG, 'a key that is approved for %s asks for %s: %i'],
  },
  {
    number: '4.13',
    says: 'grade map',
    test: [GRADES, 'goes from the lowest grade to the highest, then the qualifiers'],
  },
  { number: '5.1', says: 'every request carries x-api-key', test: [KEYS, 'no key'] },
  {
    number: '5.3',
    says: 'a missing, disabled or invalid key: 401 invalid_api_key',
    test: [KEYS, 'a disabled key, at once on a gateway that knew it'],
  },
  { number: '7.1', says: 'statuses of the codes', test: [PARAMETERS, '%s is answered with %i'] },
  {
    number: '7.2',
    says: 'not_found: the endpoint does not exist',
    test: [ENVELOPE, '%s is not found'],
  },
  {
    number: '5.4',
    says: 'a valid key without access: 403 forbidden',
    test: [QUOTA, 'no permission'],
  },
  {
    number: '7.3',
    says: '202 processing with Retry-After',
    test: [HEADERS, 'comes with processing'],
  },
  {
    number: '7.4',
    says: 'bad_request: details.type says why',
    test: [EDGE, 'what is refused, over a raw socket'],
  },
  {
    number: '7.5',
    says: 'timeout_error: 504, Retry-After 120',
    test: [NEIGHBOURS, 'every replica of the service: 504, and answers again when one wakes up'],
  },
  {
    number: '7.6',
    says: 'internal_error of a part that is away: 5xx',
    test: [NEIGHBOURS, 'the database: 503 with Retry-After'],
  },
  {
    number: '8.1',
    says: 'each call is charged to one bucket',
    test: [QUOTA, 'a permission that the plan limits has its own'],
  },
  {
    number: '8.2',
    says: 'a permission that is not limited separately is charged to base',
    test: [QUOTA, 'one that it does not limit is charged to base'],
  },
  {
    number: '8.3',
    says: '5xx, 429 and 403 do not count',
    test: [FAULTS, 'what is delivered is the limit, exactly, whatever fails or is forbidden'],
  },
  {
    number: '8.4',
    says: 'an exhausted bucket: 429 quota_exceeded until the reset, Retry-After',
    test: [
      QUOTA,
      'count down by one, with one reset, to nothing; then calls are refused until the reset',
    ],
  },
  {
    number: '8.5',
    says: 'X-RateLimit headers on calls charged to a limited bucket',
    test: [QUOTA, 'are absent where nothing is limited'],
  },
  {
    number: '9.1',
    says: 'calls are limited per second: 429 rate_limited, without X-RateLimit headers',
    test: [QUOTA, 'rate before permission, and without quota headers'],
  },
  {
    number: '9.2',
    says: 'never more than the rate in a second',
    test: [RATE, 'is never more than %i in any second, and not much less'],
  },
  { number: '10.1', says: 'the prefix is the version', test: [EDGE, '%s is no endpoint'] },
];
