import type { Logger } from '@gcd/service';
import type { FastifyRequest } from 'fastify';

const REPEAT_MS = 3_600_000;

/** Warns, once an hour at most, of a proxy that is not trusted: the gateway takes all of its clients for one address. */
export class ForwardedForWarning {
  private warnedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly log: Logger) {}

  /** Looks at where a request comes from. */
  check(request: FastifyRequest): void {
    if (request.headers['x-forwarded-for'] === undefined) return;
    const address = request.raw.socket.remoteAddress;
    // The header of a trusted proxy is where the client's address comes from.
    if (request.ip !== address || performance.now() - this.warnedAt < REPEAT_MS) return;
    this.warnedAt = performance.now();
    this.log.warn(
      { address },
      'X-Forwarded-For from an address that is not in TRUSTED_PROXIES is ignored: its clients share one limit on failed keys',
    );
  }
}
