import type { VNode } from 'preact';
import { counted, number, percent } from '../format.js';

const HEIGHT = 34;

/** Renders a bar for all copies, divided into parts. @param parts class, number of copies and label, lowest grade first */
export function StandingBar({
  parts,
}: {
  parts: readonly (readonly [name: string, count: number, text: string])[];
}): VNode {
  const total = Math.max(
    1,
    parts.reduce((sum, [, count]) => sum + count, 0),
  );
  const share = (count: number): string => `${Math.round((count / total) * 10_000) / 100}%`;
  let before = 0;
  return (
    <figure>
      <svg
        class="standing"
        role="img"
        aria-label={parts.map(([, count, text]) => `${number(count)} ${text}`).join(', ')}
        width="100%"
        height={HEIGHT}
      >
        {parts.map(([name, count, text]) => {
          const x = share(before);
          before += count;
          return (
            <rect class={name} x={x} width={share(count)} height={HEIGHT}>
              <title>{`${counted(count, 'copy', 'copies')} ${text}, ${percent(count / total)}`}</title>
            </rect>
          );
        })}
      </svg>
      <ul class="legend spread">
        {parts.map(([name, count, text]) => (
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
