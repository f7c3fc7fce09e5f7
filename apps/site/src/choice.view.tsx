import type { VNode } from 'preact';

/** Renders a choice between views of a page: a link, or plain text for the current view. */
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
