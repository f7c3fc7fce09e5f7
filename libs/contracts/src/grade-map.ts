import { z } from 'zod';
import { graderSchema } from './cards.js';
import { GRADERS, type Grader } from './graders.js';
import { GRADE_SCALES, UNIVERSAL_GRADES } from './grades.js';
import { defineOperation } from './operation.js';

/** A row of the grade map. */
export const gradeRowSchema = z.object({
  grade: z.string(),
  label: z.string(),
  rank: z.int().positive(),
  is_gem: z.boolean(),
  kind: z.enum(['grade', 'qualifier']),
  graders: z.record(graderSchema, z.object({ key: z.string(), label: z.string() }).nullable()),
});

/** A row of the grade map. */
export type GradeRow = z.infer<typeof gradeRowSchema>;

type GraderCells = GradeRow['graders'];

const cells = (cellOf: (grader: Grader) => GraderCells[Grader]): GraderCells =>
  Object.fromEntries(GRADERS.map((grader) => [grader, cellOf(grader)])) as GraderCells;

function gradeRows(): GradeRow[] {
  const grades = UNIVERSAL_GRADES.map(({ grade, label }): Omit<GradeRow, 'rank'> => {
    const entries = cells((grader) => {
      const entry = GRADE_SCALES[grader].grades.find(({ universal }) => universal === grade);
      return entry ? { key: entry.key, label: entry.label } : null;
    });
    const isGem = GRADERS.some((grader) =>
      GRADE_SCALES[grader].grades.some((entry) => entry.universal === grade && entry.isGem),
    );
    return { grade, label, is_gem: isGem, kind: 'grade', graders: entries };
  });
  const qualifiers = GRADE_SCALES.psa.qualifiers.map(({ key, label }): Omit<GradeRow, 'rank'> => {
    const cell = { key, label: `${label} (Q)` };
    return {
      grade: key.replace('psa_', ''),
      label: cell.label,
      is_gem: false,
      kind: 'qualifier',
      graders: cells((grader) => (grader === 'psa' ? cell : null)),
    };
  });
  return [...grades, ...qualifiers].map(({ grade, label, ...rest }, index) => ({
    grade,
    label,
    rank: index + 1,
    ...rest,
  }));
}

/** Every universal grade with each grader's key and label, lowest first; then grades with a qualifier. */
export const GRADE_MAP: readonly GradeRow[] = gradeRows();

/** `GET /v1/grades` */
export const listGrades = defineOperation({
  subject: 'cards.v1.grades',
  path: '/v1/grades',
  aliases: ['/v1/grade-map'],
  summary: "Every grade with each grader's label key and display label",
  pathParameters: {},
  queryParameters: {},
  data: z.array(gradeRowSchema),
  errors: [],
  isList: true,
  cacheable: true,
});
