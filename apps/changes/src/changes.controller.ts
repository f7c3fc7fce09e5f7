import { type FeedMeta, listChanges } from '@gcd/contracts/changes';
import type { DataOf, RequestOf } from '@gcd/contracts/operation';
import { CursorKeys } from '@gcd/cursors';
import { Handles, WithMeta } from '@gcd/nats';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { ChangesQueries } from './changes.queries.js';
import { emptyPage, toPage } from './changes.view.js';
import { readSince } from './since.js';

@Controller()
export class ChangesController {
  constructor(
    private readonly queries: ChangesQueries,
    private readonly keys: CursorKeys,
  ) {}

  @Handles(listChanges)
  async list(
    @Payload() request: RequestOf<typeof listChanges>,
  ): Promise<WithMeta<DataOf<typeof listChanges>, FeedMeta>> {
    const { cursor, limit, include } = request;
    const options = { limit, withPopulations: include.includes('population') };
    const position = cursor === null ? null : this.keys.read(cursor);
    const since = position?.since ?? readSince(request.since);
    const row = await (position
      ? this.queries.after(position, options)
      : this.queries.since(since, options));
    const cursorAt = (seq: string): string =>
      this.keys.write({ epoch: BigInt(row.epoch), seq: BigInt(seq), since });
    // If there are no changes after the cursor, return the same cursor to the client.
    const start = cursor ?? cursorAt(row.start);
    const next = row.last === null ? start : cursorAt(row.last);
    const meta = { version: row.version, empty: emptyPage(row, since, start) };
    return new WithMeta(toPage(row, since, next), meta);
  }
}
