import type { ClientBase } from 'pg';
import { deduplicate } from '../deduplicate.js';
import { authentications } from '../kinds/authentications.js';
import { type Changes, merge } from '../merge.js';
import type { Mode } from '../mode.js';
import { unifySpellings } from '../spellings.js';

export async function applyAuthentications(client: ClientBase, mode: Mode): Promise<Changes> {
  await unifySpellings(client, authentications, 'authentications');
  await deduplicate(client, authentications);
  const source = {
    table: 'authentications',
    key: ['cert'],
    values: ['description', 'result', 'primary_subjects', 'other_subjects', 'retrieved_month'],
    source: 'select * from staged_authentications where reason is null',
  };
  return merge(client, source, mode);
}
