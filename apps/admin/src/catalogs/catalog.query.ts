import { type Catalog, type CatalogFile, GRADE_SCALES } from '@gcd/contracts';
import pg from 'pg';

const CONDITIONS: Readonly<Record<Catalog, string>> = {
  psa: "grader_card.grader = 'psa'",
  pokemon: "grader_card.category = 'Pokemon'",
  all: 'true',
};

/** SQL for the last position in the change feed that is visible in the transaction's snapshot. */
export const FEED_POSITION = `
  select epoch::text, seq::text, to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD') as since from feed_head`;

/** Returns a query that counts the cards in a catalog. */
export function countRows(catalog: Catalog): string {
  return `select count(*)::int as rows from cards grader_card where ${CONDITIONS[catalog]}`;
}

/**
 * Returns the COPY statement that exports the rows of a catalog file.
 * @param siteUrl URL of the public site, without a trailing slash
 */
export function copyRows(catalog: Catalog, file: CatalogFile, siteUrl: string): string {
  return `copy (
    select ${file === 'cards' ? cardColumns(siteUrl) : POPULATION_COLUMNS}
    from cards grader_card left join cards promoted on promoted.id = grader_card.universal
    left join latest_populations population on population.card = grader_card.id
    ${file === 'cards' ? '' : `join (values ${SCALES}) scale (grader, grade_keys, qualifier_keys) on scale.grader = grader_card.grader`}
    where ${CONDITIONS[catalog]}
    order by grader_card.card_id
  ) to stdout (format csv, header)`;
}

function cardColumns(siteUrl: string): string {
  const cardAddress = pg.escapeLiteral(`${siteUrl}/card/`);
  return `
    encode(grader_card.card_id, 'hex') as card_id,
    encode(promoted.card_id, 'hex') as universal_card_id,
    grader_card.grader,
    nullif(grader_card.spec_id, '') as spec_id,
    nullif(grader_card.category, '') as category,
    nullif(grader_card.year, '') as year,
    nullif(grader_card.set_name, '') as set_name,
    nullif(grader_card.name, '') as name,
    nullif(grader_card.card_number, '') as card_number,
    nullif(grader_card.parallel, '') as parallel,
    nullif(grader_card.subset, '') as subset,
    nullif(grader_card.description, '') as description,
    ${cardAddress} || encode(coalesce(promoted.card_id, grader_card.card_id), 'hex') as card_url,
    coalesce(population.total, 0) as total_population,
    coalesce(population.gem_total, 0) as gem_total,
    case when population.total > 0 then trim_scale(round(population.gem_total::numeric / population.total, 4)) else 0 end as gem_rate,
    population.changed_on as last_population_change`;
}

const POPULATION_COLUMNS = `
    encode(grader_card.card_id, 'hex') as card_id,
    encode(promoted.card_id, 'hex') as universal_card_id,
    grader_card.grader,
    coalesce(population.total, 0) as total,
    coalesce(population.gem_total, 0) as gem_total,
    population.updated_on as data_last_updated,
    population.changed_on as last_population_change,
    ${jsonOf('scale.grade_keys', 'population.grades')} as grades,
    ${jsonOf('scale.qualifier_keys', 'population.qualifiers')} as qualifiers`;

/** Returns a SQL expression for a JSON object with the non-zero counts, in the order of the grade scale. */
function jsonOf(keys: string, counts: string): string {
  return `case when ${counts} is null then '{}' else (
      select '{' || coalesce(string_agg('"' || key || '":' || copies, ',' order by place), '') || '}'
      from unnest(${keys}, ${counts}) with ordinality cell (key, copies, place) where copies > 0
    ) end`;
}

/** SQL for the grade keys of each grader, in the order of the counts. */
const SCALES = Object.values(GRADE_SCALES)
  .map(({ grader, grades, qualifiers }) => {
    const keys = (scale: readonly { readonly key: string }[]): string =>
      `array[${scale.map(({ key }) => pg.escapeLiteral(key)).join()}]::text[]`;
    return `('${grader}'::grader, ${keys(grades)}, ${keys(qualifiers)})`;
  })
  .join(', ');
