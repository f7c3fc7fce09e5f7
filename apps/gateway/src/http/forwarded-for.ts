import type { Logger } from '@gcd/process';
import type { FastifyRequest } from 'fastify';

const REPEAT_MS = 3_600_000;

/** Warns about untrusted proxies, because all clients of an untrusted proxy appear to share one IP address. */
export class ForwardedForWarning {
  private warnedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly log: Logger) {}

  /** Logs a warning if a request comes from an untrusted proxy, at most once an hour. */
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
