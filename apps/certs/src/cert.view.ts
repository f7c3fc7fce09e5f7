import type { CertIdentity } from '@gcd/contracts/card-schemas';
import type {
  AuthenticationRecord,
  Cert,
  CertSource,
  CrossGrader,
  GraderData,
} from '@gcd/contracts/cert-schemas';
import type { Grader } from '@gcd/contracts/graders';
import { GRADE_SCALES, type GradePosition, type GradeScale } from '@gcd/contracts/grades';
import type { Population } from '@gcd/contracts/population-schemas';
import type { CertFacts } from '@gcd/contracts/verification';
import { type BlockOptions, populationBlock } from '@gcd/population/block';
import {
  populationContext,
  type Standing,
  splitContext,
  standingAt,
} from '@gcd/population/context';
import { crossGrader } from '@gcd/population/cross-grader';
import { identityOf } from '@gcd/population/grader-card';
import type { AuthenticationRow, CertRow, CertWithGroup } from './certs.queries.js';

export function toCert(row: CertRow, siteUrl: string, withParsedDescription: boolean): Cert {
  return { ...toIdentity(row, siteUrl, withParsedDescription), grader_data: toGraderData(row) };
}

/** Converts a standalone authentication record to its API representation. */
export function toAuthentication(row: AuthenticationRow): AuthenticationRecord {
  return {
    description: row.description,
    result: row.result,
    primary_subjects: row.primary_subjects,
    other_subjects: row.other_subjects,
    cert_details_cached: row.retrieved_month,
  };
}

/** Returns what a cert says about its copy. @param cert the API representation of the cert */
export function toCertFacts({ cert: row, group }: CertWithGroup, cert: Cert): CertFacts {
  const { grade, grade_label } = cert.grader_data;
  const own = group.filter(({ card_id }) => card_id === row.card_id);
  const cards = [...new Set([...own, ...group])];
  const [first] = cards;
  return {
    grader: row.cert_grader,
    cert: row.cert,
    grade,
    grade_label,
    qualifier: row.qualifier_type,
    has_auto_grade: row.has_auto_grade,
    auto_grade_label: cert.grader_data.auto_grade_label,
    description: cert.description,
    cards: first ? [...cards, { ...first, description: cert.display_name ?? '' }] : [],
  };
}

/** Computes the population of a cert's card; null if the cert is not linked to a card. */
export function toCertPopulation(
  { group }: CertWithGroup,
  options: BlockOptions,
): Population | null {
  return group.length > 0 ? populationBlock(group, options) : null;
}

/** Computes the cross-grader counts for the grade of a cert; null if the cert has no grade or no card. */
export function toCrossGrader({ cert, group }: CertWithGroup): CrossGrader | null {
  const scale = GRADE_SCALES[cert.cert_grader];
  const position = gradePosition(cert);
  if (!position || group.length === 0) return null;
  const grade = scale.grades[standingAt(scale, position).plain];
  return grade ? crossGrader(grade.universal, group) : null;
}

export function toSource(row: CertRow): CertSource {
  const card = row.card_id === null ? null : row;
  return {
    grader: row.cert_grader,
    cert: row.cert,
    cert_url: CERT_URLS[row.cert_grader]?.(encodeURIComponent(row.cert)) ?? null,
    set_url: card?.set_url ?? null,
    spec_id: card?.spec_id ?? null,
    retrieved_month: row.retrieved_month,
    population_as_of: card?.updated_on ?? null,
  };
}

/**
 * Functions that return the URL of a cert on its grader's website. Graders whose URL pattern is unknown are omitted.
 */
const CERT_URLS: Partial<Record<Grader, (cert: string) => string>> = {
  psa: (cert) => `https://www.psacard.com/cert/${cert}/psa`,
  cgc: (cert) => `https://www.cgccards.com/certlookup/${cert}/`,
};

const UNKNOWN_DESCRIPTION = {
  category: '',
  year: '',
  set_name: '',
  name: '',
  card_number: '',
  parallel: null,
  subset: null,
};

function toIdentity(row: CertRow, siteUrl: string, withParsedDescription: boolean): CertIdentity {
  if (row.card_id !== null) return identityOf(row, siteUrl, withParsedDescription);
  return {
    description: row.own_description ?? '',
    display_name: null,
    universal_card_id: null,
    card_id: null,
    is_universal_match: false,
    card_url: null,
    grader: row.cert_grader,
    ...(withParsedDescription && { parsed_description: UNKNOWN_DESCRIPTION }),
  };
}

function toGraderData(row: CertRow): GraderData {
  const scale = GRADE_SCALES[row.cert_grader];
  const position = gradePosition(row);
  const standing = position && standingAt(scale, position);
  const counts = { grades: row.grades ?? [], qualifiers: row.qualifiers ?? [] };
  const totals = { total: row.total ?? 0, gem_total: row.gem_total ?? 0 };
  const isLinked = row.card_id !== null;
  return {
    cert: row.cert,
    grade: position && gradeKey(scale, position),
    grade_label: row.grade_label ?? (position && gradeLabel(row, scale, position)),
    set_url: isLinked ? row.set_url : null,
    population_context:
      isLinked && standing ? populationContext(scale, counts, totals, standing) : null,
    has_auto_grade: row.has_auto_grade,
    auto_grade_label: row.auto_grade_label,
    cert_retrieval_month: row.retrieved_month,
    ...(row.cert_grader === 'psa' && psaData(row, scale, standing)),
    ...(row.cert_grader === 'beckett' && subgrades(row)),
  };
}

function psaData(row: CertRow, scale: GradeScale, standing: Standing | null): Partial<GraderData> {
  const counts = { grades: row.grades ?? [], qualifiers: row.qualifiers ?? [] };
  const auto = {
    grades: row.auto_grades ?? [],
    qualifiers: row.auto_qualifiers ?? [],
  };
  return {
    spec_id: row.card_id === null ? null : row.spec_id,
    qualifier_type: row.qualifier_type,
    population_context_auto_split: splitContext(scale, counts, auto, standing),
  };
}

function subgrades({ centering, corners, edges, surface }: CertRow): Partial<GraderData> {
  const given = [centering, corners, edges, surface].some((subgrade) => subgrade !== null);
  return given ? { subgrades: { centering, corners, edges, surface } } : {};
}

function gradePosition({ grade, qualifier }: CertRow): GradePosition | null {
  if (grade !== null) return { grade };
  return qualifier === null ? null : { qualifier };
}

function gradeKey(scale: GradeScale, position: GradePosition): string | null {
  const entry =
    'grade' in position ? scale.grades[position.grade] : scale.qualifiers[position.qualifier];
  return entry?.key ?? null;
}

function gradeLabel(row: CertRow, scale: GradeScale, position: GradePosition): string | null {
  if ('grade' in position) return scale.grades[position.grade]?.label ?? null;
  const label = scale.qualifiers[position.qualifier]?.label;
  return label ? `${label} (${row.qualifier_type ?? 'Q'})` : null;
}
