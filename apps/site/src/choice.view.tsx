import type { VNode } from 'preact';

/** Renders a link to one of several views of a page, and marks the link if that view is shown. */
export function Choice({
  current,
  value,
  url,
  children,
}: {
  current: string;
  value: string;
  url: string;
  children: string;
}): VNode {
  return (
    <a href={url} aria-current={current === value ? 'true' : undefined}>
      {children}
    </a>
  );
}
