import type { ClientBase } from 'pg';
import { deduplicate } from '../deduplicate.js';
import { images } from '../kinds/images.js';
import { type Changes, merge } from '../merge.js';
import type { Mode } from '../mode.js';
import { unifySpellings } from '../spellings.js';

export async function applyImages(client: ClientBase, mode: Mode): Promise<Changes> {
  await unifySpellings(client, images, mode.certs);
  await deduplicate(client, images);
  await client.query(`
    update staged_images l set reject_column = 'cert',
      reason = 'There is no ' || l.grader || ' cert with this number. Add it to certs.csv.'
    where reason is null
      and not exists (select from ${mode.certs} c where c.grader = l.grader and c.cert = l.cert)
  `);
  const source = {
    table: 'images',
    key: ['grader', 'cert'],
    values: ['image_front', 'image_back'],
    source: 'select grader, cert, image_front, image_back from staged_images where reason is null',
  };
  return merge(client, source, mode);
}
