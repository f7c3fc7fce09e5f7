import type { ClientBase } from 'pg';
import { type Changes, merge } from '../merge.js';
import type { Mode } from '../mode.js';

const SAME_SPEC = `
  c.grader = s.grader and c.spec_id = s.spec_id and coalesce(c.grader_id2, '') = s.grader_id2`;

/** Imports the staged specs that have no card, and deletes stored specs that now have a card. */
export async function applySpecs(client: ClientBase, mode: Mode): Promise<Changes> {
  if (mode.writes) {
    await client.query(`
      delete from specs s using staged_cards c where c.reason is null and ${SAME_SPEC}
    `);
  }
  await client.query(`
    update staged_specs s set reject_column = 'spec_id',
      reason = 'A card has this spec number, and specs.csv lists those without a card. Remove the row.'
    where reason is null and exists (select from ${mode.cards} c where ${SAME_SPEC})
  `);
  const specs = {
    table: 'specs',
    key: ['grader', 'spec_id', 'grader_id2'],
    values: ['status'],
    source: 'select grader, spec_id, grader_id2, status from staged_specs where reason is null',
  };
  return merge(client, specs, mode);
}
