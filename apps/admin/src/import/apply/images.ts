import type { ClientBase } from 'pg';
import { type Changes, merge } from '../merge.js';

/** Loads the staged links to images. */
export async function applyImages(client: ClientBase): Promise<Changes> {
  await client.query(`
    update load_images l set reject_column = 'cert', reason = 'no cert of ' || l.grader || ' has this number'
    where reason is null
      and not exists (select from certs c where c.grader = l.grader and c.cert = l.cert)
  `);
  return merge(client, {
    table: 'images',
    key: ['grader', 'cert'],
    values: ['image_front', 'image_back'],
    source: 'select grader, cert, image_front, image_back from load_images where reason is null',
  });
}
