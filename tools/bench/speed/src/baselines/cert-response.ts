import { type Cert, GRADE_SCALES, type Grader, type GraderData } from '@gcd/contracts';
import { populationContext, splitContext, standingAt } from '@gcd/population/context';

/** A cert with its card and counts, as every baseline reads it from the database. */
export interface CertRecord {
  readonly grader: Grader;
  readonly cert: string;
  readonly grade: number | null;
  readonly qualifier: number | null;
  readonly qualifier_type: GraderData['qualifier_type'];
  readonly grade_label: string | null;
  readonly has_auto_grade: boolean;
  readonly auto_grade_label: string | null;
  /** Month formatted as `YYYY-MM`. */
  readonly retrieved_month: string | null;
  readonly centering: number | null;
  readonly corners: number | null;
  readonly edges: number | null;
  readonly surface: number | null;
  readonly own_description: string | null;
  readonly card_id: string | null;
  readonly universal_card_id: string | null;
  readonly description: string | null;
  readonly set_url: string | null;
  readonly spec_id: string | null;
  readonly grades: number[] | null;
  readonly qualifiers: number[] | null;
  readonly auto_grades: number[] | null;
  readonly auto_qualifiers: number[] | null;
  readonly total: number | null;
  readonly gem_total: number | null;
}

const SITE = process.env.SITE_URL;

/** Creates the response that every baseline sends. The response has the same fields as the product's. */
export function certResponse(record: CertRecord): Cert {
  const { grader, card_id, universal_card_id } = record;
  return {
    description: (card_id === null ? record.own_description : record.description) ?? '',
    universal_card_id,
    card_id,
    is_universal_match: universal_card_id !== null,
    card_url: card_id && `${SITE}/card/${universal_card_id ?? card_id}`,
    grader,
    grader_data: graderData(record),
  };
}

function graderData(record: CertRecord): GraderData {
  const { grader, cert, grade, qualifier } = record;
  const scale = GRADE_SCALES[grader];
  const isLinked = record.card_id !== null;
  const counts = { grades: record.grades ?? [], qualifiers: record.qualifiers ?? [] };
  const auto = { grades: record.auto_grades ?? [], qualifiers: record.auto_qualifiers ?? [] };
  const totals = { total: record.total ?? 0, gem_total: record.gem_total ?? 0 };
  const plain = grade === null ? undefined : scale.grades[grade];
  const qualified = qualifier === null ? undefined : scale.qualifiers[qualifier];
  const found = plain ?? qualified;
  let label = found?.label ?? null;
  if (qualified) label = `${qualified.label} (${record.qualifier_type ?? 'Q'})`;
  let standing = null;
  if (grade !== null) standing = standingAt(scale, { grade });
  else if (qualifier !== null) standing = standingAt(scale, { qualifier });
  const { centering, corners, edges, surface } = record;
  const hasSubgrades = [centering, corners, edges, surface].some((value) => value !== null);
  return {
    cert,
    grade: found?.key ?? null,
    grade_label: record.grade_label ?? label,
    set_url: record.set_url,
    population_context:
      isLinked && standing ? populationContext(scale, counts, totals, standing) : null,
    has_auto_grade: record.has_auto_grade,
    auto_grade_label: record.auto_grade_label,
    cert_retrieval_month: record.retrieved_month,
    ...(grader === 'psa' && {
      spec_id: record.spec_id,
      qualifier_type: record.qualifier_type ?? null,
      population_context_auto_split: splitContext(scale, counts, auto, standing),
    }),
    ...(grader === 'beckett' &&
      hasSubgrades && { subgrades: { centering, corners, edges, surface } }),
  };
}
