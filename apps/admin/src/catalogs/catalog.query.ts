import type { Catalog } from '@gcd/contracts';
import pg from 'pg';

const CONDITIONS: Readonly<Record<Catalog, string>> = {
  psa: "entry.grader = 'psa'",
  pokemon: "entry.category = 'Pokemon'",
};

/** How many rows a catalog has. */
export function countRows(catalog: Catalog): string {
  return `select count(*)::int as rows from cards entry where ${CONDITIONS[catalog]}`;
}

/** The rows of a catalog. @param siteUrl of the public site, without a slash at the end */
export function copyRows(catalog: Catalog, siteUrl: string): string {
  const cardAddress = pg.escapeLiteral(`${siteUrl}/card/`);
  return `copy (
    select
      encode(entry.card_id, 'hex') as card_id,
      encode(promoted.card_id, 'hex') as universal_card_id,
      entry.grader,
      nullif(entry.spec_id, '') as spec_id,
      nullif(entry.category, '') as category,
      nullif(entry.year, '') as year,
      nullif(entry.set_name, '') as set_name,
      nullif(entry.name, '') as name,
      nullif(entry.card_number, '') as card_number,
      nullif(entry.parallel, '') as parallel,
      nullif(entry.subset, '') as subset,
      nullif(entry.description, '') as description,
      ${cardAddress} || encode(coalesce(promoted.card_id, entry.card_id), 'hex') as card_url
    from cards entry left join cards promoted on promoted.id = entry.universal
    where ${CONDITIONS[catalog]}
    order by entry.card_id
  ) to stdout (format csv, header)`;
}
