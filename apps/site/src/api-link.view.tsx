import type { OperationId } from '@gcd/client';
import type { VNode } from 'preact';

/** Shows the API request that a part of a page was built from, with a link to the operation in the API reference. */
export function ApiRequest({
  apiUrl,
  operation,
  target,
}: {
  apiUrl: string;
  operation: OperationId;
  /** Path and query of the request. */
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
