import { listChanges, type RequestOf } from '@gcd/contracts';
import { CursorKeys, RawJson } from '@gcd/service';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { ChangesQueries } from './changes.queries.js';
import { toPage } from './changes.view.js';
import { readSince } from './since.js';

@Controller()
export class ChangesController {
  constructor(
    private readonly queries: ChangesQueries,
    private readonly keys: CursorKeys,
  ) {}

  @MessagePattern(listChanges.subject)
  async list(@Payload() request: RequestOf<typeof listChanges>): Promise<RawJson> {
    const { cursor, limit, include } = request;
    const options = { limit, withPopulations: include.includes('population') };
    const position = cursor === null ? null : this.keys.read(cursor);
    const since = position?.since ?? readSince(request.since);
    const row = await (position
      ? this.queries.after(position, options)
      : this.queries.since(since, options));
    const isEmpty = row.last === null;
    // If there are no changes after the cursor, return the same cursor to the client.
    if (isEmpty && cursor !== null) return new RawJson(toPage(row, since, cursor));
    const next = { epoch: BigInt(row.epoch), seq: BigInt(row.last ?? row.start), since };
    return new RawJson(toPage(row, since, this.keys.write(next)));
  }
}
