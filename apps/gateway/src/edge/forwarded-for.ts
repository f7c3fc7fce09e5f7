import type { Logger } from '@gcd/service';
import type { FastifyRequest } from 'fastify';

const REPEAT_MS = 3_600_000;

/**
 * Warns, at most once an hour, about a proxy that is not trusted: all of its clients then share one IP
 * address.
 */
export class ForwardedForWarning {
  private warnedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly log: Logger) {}

  /** Checks the source of a request. */
  check(request: FastifyRequest): void {
    if (request.headers['x-forwarded-for'] === undefined) return;
    const address = request.raw.socket.remoteAddress;
    // A trusted proxy's header has already set the client's address.
    if (request.ip !== address || performance.now() - this.warnedAt < REPEAT_MS) return;
    this.warnedAt = performance.now();
    this.log.warn(
      { address },
      'X-Forwarded-For is ignored because the proxy is not in TRUSTED_PROXIES: all its clients share one limit on authentication failures',
    );
  }
}
