import type { ComponentChildren, VNode } from 'preact';

/** Renders a container for a wide table, which scrolls independently of the page, including by keyboard. */
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
