import type { ComponentChildren, VNode } from 'preact';

/** Around a table that may be wider than a phone: it scrolls by itself, by keyboard too. */
export function Scrolls({
  label,
  children,
}: {
  label: string;
  children: ComponentChildren;
}): VNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it a keyboard could not scroll it
    <section class="scrolls" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
