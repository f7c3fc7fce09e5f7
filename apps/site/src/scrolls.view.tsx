import type { ComponentChildren, VNode } from 'preact';

/** Renders a cell of a table of class `list`. On a phone, the label is shown above the value. */
export function Cell({ label, children }: { label: string; children: ComponentChildren }): VNode {
  return <td data-label={label}>{children}</td>;
}

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
