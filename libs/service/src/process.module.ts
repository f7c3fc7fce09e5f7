import type { NatsConnection } from '@nats-io/transport-node';
import { type DynamicModule, Global, Module, type Provider, type Type } from '@nestjs/common';
import { CONFIG } from './config.js';
import { Dependencies } from './dependencies.js';
import { LOGGER, type Logger } from './log.js';
import { NATS } from './nats/connection.js';

/** Values that all providers of a process can inject. */
interface ProcessValues {
  readonly config: unknown;
  readonly log: Logger;
  readonly nats: NatsConnection;
}

/**
 * Root module of a process. It provides the process's configuration, logger and NATS connection to all other modules.
 */
@Global()
@Module({})
export class ProcessModule {
  /**
   * @param app the application module of the process
   * @param more additional global providers
   */
  static forRoot(
    app: Type,
    { config, log, nats }: ProcessValues,
    more: readonly Provider[] = [],
  ): DynamicModule {
    const providers = [
      { provide: CONFIG, useValue: config },
      { provide: LOGGER, useValue: log },
      { provide: NATS, useValue: nats },
      Dependencies,
      ...more,
    ];
    return { module: ProcessModule, imports: [app], providers, exports: providers };
  }
}
