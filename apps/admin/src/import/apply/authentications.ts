import type { ClientBase } from 'pg';
import { type Changes, merge } from '../merge.js';
import type { Mode } from '../mode.js';

export async function applyAuthentications(client: ClientBase, mode: Mode): Promise<Changes> {
  const authentications = {
    table: 'authentications',
    key: ['cert'],
    values: ['description', 'result', 'primary_subjects', 'other_subjects', 'retrieved_month'],
    source: 'select * from staged_authentications where reason is null',
  };
  return merge(client, authentications, mode);
}
