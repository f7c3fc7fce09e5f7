import type { Cert } from '@gcd/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { certResponse, type CertRecord } from './cert-response.js';
import { CertEntity } from './orm.js';

/** Reads certs with their relations through TypeORM's repository. */
@Injectable()
export class CertsRepository {
  constructor(@InjectRepository(CertEntity) private readonly certs: Repository<CertEntity>) {}

  async find(grader: string, cert: string): Promise<Cert | null> {
    const entity = await this.certs.findOne({
      where: { grader, cert },
      relations: { card: { promoted: true, population: true } },
    });
    return entity && certResponse(toRecord(entity));
  }
}

function toRecord({ card, description, retrieved_month, ...cert }: CertEntity): CertRecord {
  const population = card?.population;
  return {
    ...(cert as unknown as CertRecord),
    retrieved_month: retrieved_month?.slice(0, 7) ?? null,
    own_description: description,
    card_id: card?.card_id.toString('hex') ?? null,
    universal_card_id: card?.promoted?.card_id.toString('hex') ?? null,
    description: card?.description ?? null,
    set_url: card?.set_url ?? null,
    spec_id: card?.spec_id ?? null,
    grades: population?.grades ?? null,
    qualifiers: population?.qualifiers ?? null,
    auto_grades: population?.auto_grades ?? null,
    auto_qualifiers: population?.auto_qualifiers ?? null,
    total: population?.total ?? null,
    gem_total: population?.gem_total ?? null,
  };
}
