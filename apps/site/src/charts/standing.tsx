import type { VNode } from 'preact';
import { counted, number, percent } from '../format.js';

/** Numbers of copies graded below, at and above a given grade. */
export interface Standing {
  readonly lower: number;
  readonly same: number;
  readonly higher: number;
}

const HEIGHT = 34;

/** Renders a bar for all copies, divided into those below, at and above a grade. */
export function StandingBar({ standing }: { standing: Standing }): VNode {
  const { lower, same, higher } = standing;
  const total = Math.max(1, lower + same + higher);
  const share = (count: number): string => `${Math.round((count / total) * 10_000) / 100}%`;
  const parts = [
    ['lower', 0, lower, 'lower'],
    ['same', lower, same, 'of this grade'],
    ['higher', lower + same, higher, 'higher'],
  ] as const;
  return (
    <figure>
      <svg
        class="standing"
        role="img"
        aria-label={parts.map(([, , count, text]) => `${number(count)} ${text}`).join(', ')}
        width="100%"
        height={HEIGHT}
      >
        {parts.map(([name, before, count, text]) => (
          <rect class={name} x={share(before)} width={share(count)} height={HEIGHT}>
            <title>{`${counted(count, 'copy', 'copies')} ${text}, ${percent(count / total)}`}</title>
          </rect>
        ))}
      </svg>
      <ul class="legend spread">
        {parts.map(([name, , count, text]) => (
          <li>
            <svg class="key standing" width="10" height="10" aria-hidden="true">
              <rect class={name} width="10" height="10" rx="2" />
            </svg>
            {text} <b>{number(count)}</b> {percent(count / total)}
          </li>
        ))}
      </ul>
    </figure>
  );
}
