import type { ClientBase } from 'pg';
import { type Changes, merge } from '../merge.js';

const SAME_SPEC = `
  c.grader = s.grader and c.spec_id = s.spec_id and coalesce(c.grader_id2, '') = s.grader_id2`;

/** Loads the staged spec numbers without a card. A number that got a card is none of them any more. */
export async function applySpecs(client: ClientBase): Promise<Changes> {
  await client.query(`
    delete from specs s using load_cards c where c.reason is null and ${SAME_SPEC}
  `);
  await client.query(`
    update load_specs s set reject_column = 'spec_id', reason = 'a card has this spec number'
    where reason is null and exists (select from cards c where ${SAME_SPEC})
  `);
  return merge(client, {
    table: 'specs',
    key: ['grader', 'spec_id', 'grader_id2'],
    values: ['status'],
    source: 'select grader, spec_id, grader_id2, status from load_specs where reason is null',
  });
}
