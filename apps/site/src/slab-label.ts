import type { Cert } from '@gcd/client';
import { partsOf } from './addresses.js';
import { GRADER_COLORS, INK, LINE, PAPER, SOFT } from './charts/colors.js';
import type { Drawing, Shape } from './drawing.js';
import { fitted } from './font.js';
import { gradeOf, graderName, quieter } from './format.js';

export const LABEL_WIDTH = 1000;
export const LABEL_HEIGHT = 270;
const BORDER = 3;
const EDGE = 18;
const LEFT = 48;
const RIGHT = LABEL_WIDTH - 40;
/** Width of the left column, with the name of the card. */
const NAME_WIDTH = 600;
const GRADE_WIDTH = 280;

/** Describes the label of a slab in words. */
export const labelText = (cert: Cert): string =>
  `Label: ${gradeOf(cert)}, ${cert.display_name ?? cert.description}, cert ${cert.grader_data.cert}`;

/** Draws a label with the grade and the card of a slab. */
export function slabLabel(cert: Cert): Drawing {
  const { grader, grader_data: data } = cert;
  const { names, set, number } = partsOf(cert.display_name ?? cert.description);
  const grade = gradeOf(cert).replace(`${graderName(grader)} `, '');
  const words = (data.grade_label ?? '').replace(/ ?[\d.]+.*/, '');
  const hasNumber = /\d/.test(grade);
  const auto = data.has_auto_grade ? `AUTO ${data.auto_grade_label ?? ''}`.trim() : '';
  const left = (text: string, size: number, y: number, color: string): Shape => ({
    ...fitted(text, size, NAME_WIDTH),
    ...{ x: LEFT, y, color },
  });
  const right = (text: string, size: number, y: number, color: string): Shape => ({
    ...fitted(text, size, GRADE_WIDTH),
    ...{ x: RIGHT, y, color, isRight: true },
  });
  const inner = { x: BORDER, y: BORDER, height: LABEL_HEIGHT - 2 * BORDER };
  const shapes: Shape[] = [
    { x: 0, y: 0, width: LABEL_WIDTH, height: LABEL_HEIGHT, color: LINE },
    { ...inner, width: LABEL_WIDTH - 2 * BORDER, color: PAPER },
    { ...inner, width: EDGE, color: GRADER_COLORS[grader] },
    left(names ? set : graderName(grader), 42, 62, SOFT),
    left(names || set, 72, 138, INK),
    left(number && `#${number}`, 42, 190, SOFT),
    left(`${graderName(grader)} cert ${data.cert}`, 36, 242, INK),
    ...(hasNumber ? [right(words, 42, 62, SOFT), right(grade, 130, 172, INK)] : []),
    ...(hasNumber ? [] : [right(words || 'No grade', 60, 150, INK)]),
    right(auto && quieter(auto), 36, 242, SOFT),
  ];
  return {
    width: LABEL_WIDTH,
    height: LABEL_HEIGHT,
    shapes: shapes.filter((shape) => !('text' in shape) || shape.text),
  };
}
