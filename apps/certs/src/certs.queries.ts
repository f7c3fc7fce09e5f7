import type { Grader, QualifierType } from '@gcd/contracts';
import { ReadPool } from '@gcd/database/pool';
import {
  ENTRY_COLUMNS,
  type EntryRow,
  POPULATION_COLUMNS,
  type PopulationColumns,
} from '@gcd/population';
import { Injectable } from '@nestjs/common';

/** What a grader says of a copy. */
interface CertColumns {
  readonly cert: string;
  /** Position in the grader's scale; null for a grade with a qualifier, and for a cert without a grade. */
  readonly grade: number | null;
  /** Position in the scale's qualifier grades. */
  readonly qualifier: number | null;
  readonly qualifier_type: QualifierType | null;
  readonly grade_label: string | null;
  readonly has_auto_grade: boolean;
  readonly auto_grade_label: string | null;
  readonly retrieved_month: string | null;
  readonly centering: number | null;
  readonly corners: number | null;
  readonly edges: number | null;
  readonly surface: number | null;
  readonly own_description: string | null;
  readonly cert_grader: Grader;
}

/** A cert with its card's entry and counts; those are null when it is not linked to a card. */
export type CertRow = CertColumns &
  ((EntryRow & PopulationColumns) | ({ readonly card_id: null } & Partial<PopulationColumns>));

/** A standalone authentication record. */
export interface AuthenticationRow {
  readonly description: string;
  readonly result: string;
  readonly primary_subjects: string[];
  readonly other_subjects: string[];
  readonly retrieved_month: string | null;
}

const FIND_CERT = {
  name: 'find-cert',
  text: `
    select c.grader as cert_grader, c.cert, c.grade, c.qualifier, c.qualifier_type, c.grade_label, c.has_auto_grade,
      c.auto_grade_label, to_char(c.retrieved_month, 'YYYY-MM') as retrieved_month,
      c.centering, c.corners, c.edges, c.surface, c.description as own_description,
      ${ENTRY_COLUMNS}, ${POPULATION_COLUMNS}
    from certs c
    left join cards entry on entry.id = c.card
    left join cards promoted on promoted.id = entry.universal
    left join populations population on population.card = entry.id
    where c.grader = $1 and c.cert = $2`,
};

const FIND_AUTHENTICATION = {
  name: 'find-authentication',
  text: `
    select description, result, primary_subjects, other_subjects,
      to_char(retrieved_month, 'YYYY-MM') as retrieved_month
    from authentications where cert = $1`,
};

/** Every question that the certs service asks the database. */
@Injectable()
export class CertsQueries {
  constructor(private readonly pool: ReadPool) {}

  async find(grader: Grader, cert: string): Promise<CertRow | null> {
    const { rows } = await this.pool.query<CertRow>({ ...FIND_CERT, values: [grader, cert] });
    return rows[0] ?? null;
  }

  async findAuthentication(cert: string): Promise<AuthenticationRow | null> {
    const { rows } = await this.pool.query<AuthenticationRow>({
      ...FIND_AUTHENTICATION,
      values: [cert],
    });
    return rows[0] ?? null;
  }
}
