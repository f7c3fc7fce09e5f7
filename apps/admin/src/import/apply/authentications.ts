import type { ClientBase } from 'pg';
import { type Changes, merge } from '../merge.js';

/** Loads the staged authentications. */
export async function applyAuthentications(client: ClientBase): Promise<Changes> {
  return merge(client, {
    table: 'authentications',
    key: ['cert'],
    values: ['description', 'result', 'primary_subjects', 'other_subjects', 'retrieved_month'],
    source: 'select * from load_authentications where reason is null',
  });
}
