import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiKeyStore } from '@gcd/auth';
import { OPERATIONS, type Operation } from '@gcd/contracts';
import { CONFIG, httpRejections, httpSeconds, LOGGER, type Logger } from '@gcd/service';
import { Inject, Injectable } from '@nestjs/common';
import findMyWay from 'find-my-way';
import type { GatewayConfig } from '../config.js';
import { route } from '../operations/route-policy.js';
import { commonHeaders } from './headers.js';
import { Overload } from './overload.js';
import { OverloadResponses, RejectionLog } from './overload-response.js';
import { newRequestId } from './parser-errors.js';

const STATUS = 503;

/**
 * Rejects requests during overload before Fastify handles them, because Fastify's objects and hooks would take about
 * half of the CPU time of a rejection.
 */
@Injectable()
export class OverloadGate {
  private readonly responses: OverloadResponses;
  readonly rejectionLog = new RejectionLog();
  private readonly router = findMyWay();

  constructor(
    private readonly overload: Overload,
    private readonly keys: ApiKeyStore,
    @Inject(CONFIG) config: GatewayConfig,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    this.responses = new OverloadResponses(commonHeaders(Boolean(config.TLS_CERT)));
    for (const operation of Object.values<Operation>(OPERATIONS)) {
      for (const path of route(operation)) {
        this.router.on('GET', path, () => undefined, { operation, path });
      }
    }
  }

  /**
   * Rejects a request if its key is valid and its queue is full. Does not reject batches, nor requests whose key is not
   * cached.
   * @returns whether the request was rejected
   */
  rejects(request: IncomingMessage, response: ServerResponse): boolean {
    if (!this.overload.isQueueing) return false;
    const { method = '', url = '' } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    const found = this.router.find('GET', url)?.store as
      | { readonly operation: Operation; readonly path: string }
      | undefined;
    const key = request.headers['x-api-key'];
    const principal = found && typeof key === 'string' ? this.keys.find(key) : null;
    // The size of a batch is not known yet. It would count as a single request.
    if (!found || !principal || found.operation.cost) return false;
    const reason = this.overload.reject(principal.account, found.operation);
    if (!reason) return false;
    const requestId = newRequestId();
    this.responses.write(response, requestId, reason);
    httpRejections.inc({ reason });
    httpSeconds.observe({ labels: { route: found.path, method, status: STATUS }, value: 0 });
    const rejected = this.rejectionLog.count(reason);
    if (rejected > 0) {
      const { keyId } = principal;
      this.log.info(
        { requestId, method, route: found.path, status: STATUS, keyId, reason, rejected },
        'request',
      );
    }
    return true;
  }
}
