import type { Logger } from '@gcd/service';
import type { FastifyRequest } from 'fastify';

const REPEAT_MS = 3_600_000;

/** Logs a warning if a proxy is not trusted, because all clients of such a proxy share one IP address. */
export class ForwardedForWarning {
  private warnedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly log: Logger) {}

  /** Checks whether a request comes from an untrusted proxy. If so, a warning is logged, at most once an hour. */
  check(request: FastifyRequest): void {
    if (request.headers['x-forwarded-for'] === undefined) return;
    const address = request.raw.socket.remoteAddress;
    // If the proxy is trusted, the address of the client has already been read from the header.
    if (request.ip !== address || performance.now() - this.warnedAt < REPEAT_MS) return;
    this.warnedAt = performance.now();
    this.log.warn(
      { address },
      'X-Forwarded-For is ignored because the proxy is not in TRUSTED_PROXIES: all its clients share one limit on authentication failures',
    );
  }
}
