import type { OperationId } from '@gcd/client';
import type { VNode } from 'preact';

/** The request that a part of a page is made from, with a link to its operation in the API reference. */
export function ApiRequest({
  apiUrl,
  operation,
  target,
}: {
  apiUrl: string;
  operation: OperationId;
  /** Path and query. */
  target: string;
}): VNode {
  return (
    <p class="call">
      <code>GET {target}</code>
      <a href={`${apiUrl}/docs/reference/${operation}`} aria-label={`API reference: ${operation}`}>
        API reference
      </a>
    </p>
  );
}
