import { type DynamicModule, Global, Module, type Provider, type Type } from '@nestjs/common';
import { CONFIG } from './config.js';
import { Health } from './health.js';
import { LOGGER, type Logger } from './log.js';

/** Values that all providers of a process can inject. */
interface ProcessValues {
  readonly config: unknown;
  readonly log: Logger;
  readonly health: Health;
}

/** Root module of a process. It provides the process's configuration, logger and health to all other modules. */
@Global()
@Module({})
export class ProcessModule {
  /**
   * @param app the application module of the process
   * @param more additional global providers
   */
  static forRoot(
    app: Type,
    { config, log, health }: ProcessValues,
    more: readonly Provider[] = [],
  ): DynamicModule {
    const providers = [
      { provide: CONFIG, useValue: config },
      { provide: LOGGER, useValue: log },
      { provide: Health, useValue: health },
      ...more,
    ];
    return { module: ProcessModule, imports: [app], providers, exports: providers };
  }
}
