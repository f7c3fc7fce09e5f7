import type { Grader } from '@gcd/client';
import type { ComponentChildren, VNode } from 'preact';
import { graderName } from '../format.js';

/** Renders the colors of the graders, with a value for each grader. */
export function Legend({
  graders,
  valueFor,
  nameFor = graderName,
  children,
}: {
  graders: readonly Grader[];
  valueFor: (grader: Grader) => string;
  nameFor?: (grader: Grader) => string;
  children?: ComponentChildren;
}): VNode {
  return (
    <ul class="legend">
      {graders.map((grader) => (
        <li>
          <svg class="key" width="10" height="10" aria-hidden="true">
            <rect class={grader} width="10" height="10" rx="2" />
          </svg>
          {nameFor(grader)} <b data-of={grader}>{valueFor(grader)}</b>
        </li>
      ))}
      {children}
    </ul>
  );
}
