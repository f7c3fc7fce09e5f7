import type { TypedNumber } from '@gcd/contracts/cert-number';
import type { Grader } from '@gcd/contracts/graders';
import type { QualifierType } from '@gcd/contracts/grades';
import { BatchLoader } from '@gcd/database/batch';
import { ServicePool } from '@gcd/database/pool';
import {
  GRADER_CARD_COLUMNS,
  type GraderCardRow,
  POPULATION_COLUMNS,
  type PopulationColumns,
} from '@gcd/population/grader-card';
import { GROUP_COLUMNS, JOIN_GROUP } from '@gcd/population/group.query';
import { GROWTH, type GrowthColumns } from '@gcd/population/growth';
import { Injectable } from '@nestjs/common';

/** A grader's data about one graded copy. */
interface CertColumns {
  readonly cert_grader: Grader;
  readonly cert: string;
  /** Position of the grade in the grade scale; null for a qualifier grade and for a cert without a grade. */
  readonly grade: number | null;
  /** Position of the grade among the qualifier grades of the grade scale. */
  readonly qualifier: number | null;
  readonly qualifier_type: QualifierType | null;
  readonly grade_label: string | null;
  readonly has_auto_grade: boolean;
  readonly auto_grade_label: string | null;
  /** Month in which the data was retrieved, formatted as `YYYY-MM`. */
  readonly retrieved_month: string | null;
  readonly centering: number | null;
  readonly corners: number | null;
  readonly edges: number | null;
  readonly surface: number | null;
  /** Description of a cert without a card; null if the cert has a card. */
  readonly own_description: string | null;
}

/** A cert that is linked to a card, with its grader card and counts. */
export type LinkedCertRow = CertColumns & GraderCardRow & PopulationColumns;

/** A cert with its grader card and counts. The card and counts are null if the cert is not linked to a card. */
export type CertRow = (
  | LinkedCertRow
  | (CertColumns & { readonly card_id: null } & Partial<PopulationColumns>)
) &
  GrowthColumns;

/** A row that joins a cert with its grader card or with a grader card that is matched with it. */
type CertGroupRow = CertRow & { readonly requested: boolean | null };

/**
 * A cert, with its grader card and the grader cards matched with that card. `group` is empty if the cert is not linked
 * to a card.
 */
export interface CertWithGroup {
  readonly cert: CertRow;
  readonly group: readonly LinkedCertRow[];
}

export interface ImagesRow {
  readonly cert: string;
  /** Whether the images have been imported. If so, an image without a URL does not exist. */
  readonly is_known: boolean;
  readonly image_front: string | null;
  readonly image_back: string | null;
}

export interface AuthenticationRow {
  readonly description: string;
  readonly result: string;
  readonly primary_subjects: string[];
  readonly other_subjects: string[];
  /** Month in which the data was retrieved, formatted as `YYYY-MM`. */
  readonly retrieved_month: string | null;
}

const CERT_COLUMNS = `
  c.grader as cert_grader, c.cert, c.grade, c.qualifier, c.qualifier_type, c.grade_label, c.has_auto_grade,
  c.auto_grade_label, to_char(c.retrieved_month, 'YYYY-MM') as retrieved_month,
  c.centering, c.corners, c.edges, c.surface, c.description as own_description`;

/**
 * Returns a statement that finds a cert.
 * @param populations `latest_populations` if `updated_on` is needed, otherwise `populations`, which is faster
 */
const findCert = (name: string, populations: string) => ({
  name,
  key: [
    { column: 'grader', type: 'grader' },
    { column: 'cert', type: 'text' },
  ],
  values: ([grader, cert]: readonly [Grader, string]) => [grader, cert],
  text: (keys: string) => `
    select k.ordinal, ${CERT_COLUMNS}, ${GRADER_CARD_COLUMNS}, ${POPULATION_COLUMNS}
    from ${keys}
    join certs c on c.grader = k.grader and c.cert = k.cert
    left join cards grader_card on grader_card.id = c.card
    left join cards promoted on promoted.id = grader_card.universal
    left join ${populations} population on population.card = grader_card.id`,
});

const findCertWithGroup = (name: string, growth: { columns: string; join: string }) => ({
  name,
  text: `
    select ${CERT_COLUMNS}, ${GROUP_COLUMNS}${growth.columns}
    from certs c
    left join cards requested on requested.id = c.card
    ${JOIN_GROUP}
    ${growth.join}
    where c.grader = $1 and c.cert = $2`,
});

const FIND_CERT_WITH_GROUP = findCertWithGroup('find-cert-with-group', { columns: '', join: '' });
const FIND_CERT_WITH_GROWTH = findCertWithGroup('find-cert-with-growth', GROWTH);

const FIND_IMAGES = {
  name: 'find-images',
  text: `
    select cert, images.cert is not null as is_known, image_front, image_back
    from certs left join images using (grader, cert)
    where grader = $1 and cert = $2`,
};

const FIND_AUTHENTICATION = {
  name: 'find-authentication',
  text: `
    select description, result, primary_subjects, other_subjects,
      to_char(retrieved_month, 'YYYY-MM') as retrieved_month
    from authentications
    where cert in ($1, $2) or ltrim(replace(cert, '-', ''), '0') = $3 and $3 <> ''
    order by cert = $1 desc, cert = $2 desc limit 1`,
};

/**
 * SQL that finds the printed number of a cert. `k.typed` is the number as typed. `k.key` is that number without
 * hyphens and leading zeros, which do not matter. Each branch runs only if the previous branches found nothing.
 */
const PRINTED_CERT = `
  select cert from certs where grader = k.grader and cert = k.typed
  union all
  select cert from certs where grader = k.grader and cert = k.key
  union all
  (select cert from certs
   where grader = k.grader and ltrim(replace(cert, '-', ''), '0') = k.key and k.key <> ''
     and (cert like '%-%' or cert like '0%')
   order by cert limit 1)`;

const FIND_PRINTED_CERT = {
  name: 'find-printed-cert',
  key: [
    { column: 'grader', type: 'grader' },
    { column: 'typed', type: 'text' },
    { column: 'key', type: 'text' },
  ],
  values: ([grader, { typed, key }]: readonly [Grader, TypedNumber]) => [grader, typed, key],
  text: (keys: string) => `
    select k.ordinal, printed.cert
    from ${keys}
    cross join lateral (${PRINTED_CERT} limit 1) printed`,
};

const FIND_CERTS = {
  name: 'find-certs',
  text: `
    select k.ordinal, ${CERT_COLUMNS}, ${GRADER_CARD_COLUMNS}, ${POPULATION_COLUMNS}
    from unnest($1::grader[], $2::text[], $3::text[], $4::text[])
      with ordinality k(grader, exact, typed, key, ordinal)
    cross join lateral (
      select cert from certs where grader = k.grader and cert = k.exact
      union all
      ${PRINTED_CERT}
      limit 1
    ) printed
    join certs c on c.grader = k.grader and c.cert = printed.cert
    left join cards grader_card on grader_card.id = c.card
    left join cards promoted on promoted.id = grader_card.universal
    left join latest_populations population on population.card = grader_card.id`,
};

@Injectable()
export class CertsQueries {
  private readonly certs: BatchLoader<readonly [Grader, string], CertRow>;
  private readonly certsWithDate: BatchLoader<readonly [Grader, string], CertRow>;
  private readonly printed: BatchLoader<readonly [Grader, TypedNumber], { readonly cert: string }>;

  constructor(private readonly pool: ServicePool) {
    this.certs = new BatchLoader(pool, findCert('find-cert', 'populations'));
    this.certsWithDate = new BatchLoader(
      pool,
      findCert('find-cert-with-date', 'latest_populations'),
    );
    this.printed = new BatchLoader(pool, FIND_PRINTED_CERT);
  }

  /** Finds the printed form of a cert number that may be spelled differently. @returns null if there is no such cert */
  async findPrinted(grader: Grader, number: TypedNumber): Promise<string | null> {
    const rows = await this.printed.load([grader, number]);
    return rows[0]?.cert ?? null;
  }

  /**
   * Finds several certs.
   * @returns one result for each number, in the order of `numbers`; undefined for a number without a cert
   */
  async findAll(
    numbers: readonly { readonly grader: Grader; readonly number: TypedNumber }[],
  ): Promise<readonly (CertRow | undefined)[]> {
    const found: (CertRow | undefined)[] = numbers.map(() => undefined);
    if (numbers.length === 0) return found;
    const rows = await this.pool.rows<CertRow & { readonly ordinal: string }>({
      ...FIND_CERTS,
      values: [
        numbers.map(({ grader }) => grader),
        numbers.map(({ number }) => number.exact),
        numbers.map(({ number }) => number.typed),
        numbers.map(({ number }) => number.key),
      ],
    });
    for (const row of rows) found[Number(row.ordinal) - 1] = row;
    return found;
  }

  /** Finds a cert. @param withDate whether `updated_on` is needed */
  async find(grader: Grader, cert: string, withDate: boolean): Promise<CertRow | null> {
    const rows = await (withDate ? this.certsWithDate : this.certs).load([grader, cert]);
    return rows[0] ?? null;
  }

  async findWithGroup(
    grader: Grader,
    cert: string,
    withGrowth: boolean,
  ): Promise<CertWithGroup | null> {
    const rows = await this.pool.rows<CertGroupRow>({
      ...(withGrowth ? FIND_CERT_WITH_GROWTH : FIND_CERT_WITH_GROUP),
      values: [grader, cert],
    });
    const own = rows.find(({ requested }) => requested) ?? rows[0];
    const group = rows.flatMap((row) => (row.card_id === null ? [] : [row]));
    return own ? { cert: own, group } : null;
  }

  /** Finds the images of a cert. @returns null if the cert does not exist */
  async findImages(grader: Grader, cert: string): Promise<ImagesRow | null> {
    const rows = await this.pool.rows<ImagesRow>({ ...FIND_IMAGES, values: [grader, cert] });
    return rows[0] ?? null;
  }

  async findAuthentication({ exact, typed, key }: TypedNumber): Promise<AuthenticationRow | null> {
    const rows = await this.pool.rows<AuthenticationRow>({
      ...FIND_AUTHENTICATION,
      values: [exact, typed, key],
    });
    return rows[0] ?? null;
  }
}
