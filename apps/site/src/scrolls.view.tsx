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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need focus to scroll the table
    <section class="scrolls" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
