import { z } from 'zod';
import { graderSchema } from './card-schemas.js';
import { text } from './fields.js';
import { GRADERS, type Grader } from './graders.js';
import { GRADE_SCALES, UNIVERSAL_GRADES } from './grades.js';
import { defineOperation } from './operation.js';

export const gradeKeySchema = z
  .enum([
    ...GRADERS.flatMap((grader) => GRADE_SCALES[grader].grades.map(({ key }) => key)),
    ...GRADE_SCALES.psa.qualifiers.map(({ key }) => key),
  ])
  .meta({
    description:
      'Grade label key, `{grader}_{grade}`, as in `grades` and `qualifiers`. Keys may be added.',
  });

export const graderGradeSchema = z
  .object({
    key: gradeKeySchema,
    label: text('Grade as printed on a slab, for example `GEM MT 10`.'),
  })
  .meta({ description: "A grader's name for a grade." });

const nameAtGrader = graderGradeSchema.nullable().meta({
  description: "This grader's name for the grade. Null if the grader does not have the grade.",
});

export const gradeMapRowSchema = z
  .object({
    grade: text(
      'Universal grade, for example `8_5` or `gem_mint`; `q1` to `q9` for a grade with a qualifier.',
    ),
    label: text('Label of the universal grade, for example `8.5` or `GEM MINT`.'),
    rank: z
      .int()
      .min(1)
      .meta({ description: 'Position in the list, starting with 1 for the lowest grade.' }),
    is_gem: z.boolean().meta({ description: 'Whether copies of this grade count as gem copies.' }),
    kind: z.enum(['grade', 'qualifier']).meta({
      description: 'Whether this is a plain grade, or a psa grade with a qualifier.',
    }),
    graders: z
      .record(graderSchema, nameAtGrader)
      .meta({ description: "Each grader's name for the grade." }),
  })
  .meta({ description: "A universal grade with each grader's key and label for it." });

export type GradeMapRow = z.infer<typeof gradeMapRowSchema>;

type GraderCells = GradeMapRow['graders'];

const cells = (cellOf: (grader: Grader) => GraderCells[Grader]): GraderCells =>
  Object.fromEntries(GRADERS.map((grader) => [grader, cellOf(grader)])) as GraderCells;

function gradeRows(): GradeMapRow[] {
  const grades = UNIVERSAL_GRADES.map(({ grade, label }): Omit<GradeMapRow, 'rank'> => {
    const entries = cells((grader) => {
      const entry = GRADE_SCALES[grader].grades.find(({ universal }) => universal === grade);
      return entry ? { key: entry.key, label: entry.label } : null;
    });
    const isGem = GRADERS.some((grader) =>
      GRADE_SCALES[grader].grades.some((entry) => entry.universal === grade && entry.isGem),
    );
    return { grade, label, is_gem: isGem, kind: 'grade', graders: entries };
  });
  const qualifiers = GRADE_SCALES.psa.qualifiers.map(
    ({ key, label }): Omit<GradeMapRow, 'rank'> => {
      const cell = { key, label: `${label} (Q)` };
      return {
        grade: key.replace('psa_', ''),
        label: cell.label,
        is_gem: false,
        kind: 'qualifier',
        graders: cells((grader) => (grader === 'psa' ? cell : null)),
      };
    },
  );
  return [...grades, ...qualifiers].map(({ grade, label, ...rest }, index) => ({
    grade,
    label,
    rank: index + 1,
    ...rest,
  }));
}

/**
 * Every universal grade with each grader's key and label, lowest first, followed by the grades with a
 * qualifier.
 */
export const GRADE_MAP: readonly GradeMapRow[] = gradeRows();

/** `GET /v1/grades` */
export const listGrades = defineOperation({
  subject: 'cards.v1.grades',
  pool: 'cards',
  path: '/v1/grades',
  aliases: ['/v1/grade-map'],
  tag: 'Reference data',
  summary: 'List every grade of every grader',
  description:
    "Returns every universal grade, lowest first, with each grader's label key and display label, followed by the psa grades with a qualifier. The list has one page.",
  pathParameters: {},
  queryParameters: {},
  data: z.array(gradeMapRowSchema),
  errors: [],
  isList: true,
  cacheable: true,
});
