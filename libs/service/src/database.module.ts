import { setTimeout as pause } from 'node:timers/promises';
import { ServicePool } from '@gcd/database/pool';
import {
  type DynamicModule,
  type FactoryProvider,
  type InjectionToken,
  Inject,
  Module,
  type OnApplicationShutdown,
  type OnModuleInit,
  Optional,
} from '@nestjs/common';
import { CONFIG } from './config.js';
import { Health } from './health.js';
import { LOGGER, type Logger } from './log.js';
import { databaseUnusable } from './metrics.js';
import { OperationServer } from './nats/operation.server.js';

/** Environment variables of a process that uses the database. */
interface DatabaseConfig {
  readonly DATABASE_URL: string;
  readonly DATABASE_READ_URL?: string | undefined;
}

/**
 * Provides a pool of connections to the database. A process may have several pools.
 * @param name application name that pg_stat_activity shows
 */
export function poolProvider(provide: InjectionToken, name: string): FactoryProvider<ServicePool> {
  return {
    provide,
    inject: [CONFIG, LOGGER],
    useFactory: ({ DATABASE_URL, DATABASE_READ_URL }: DatabaseConfig, log: Logger) => {
      const onIdleError = (err: Error): void =>
        log.warn({ err }, 'an idle database connection was lost');
      return new ServicePool(DATABASE_URL, name, onIdleError, DATABASE_READ_URL);
    },
  };
}

/** A statement that every role may run. It fails if the password is wrong or the schema is missing. */
const FIRST_STATEMENT = { name: 'first-statement', text: 'select version from dataset' };
const TRY_AGAIN_MS = 1000;

/**
 * Provides the {@link ServicePool} of a process. The process is ready once a statement has succeeded, so that a rollout
 * with a wrong password stops at the first instance. Replies over NATS contain the data version of this pool.
 */
@Module({})
export class DatabaseModule implements OnModuleInit, OnApplicationShutdown {
  private isUsable = false;
  private isStopping = false;

  static forRoot(name: string): DynamicModule {
    const providers = [poolProvider(ServicePool, name)];
    return { module: DatabaseModule, providers, exports: providers };
  }

  constructor(
    private readonly pool: ServicePool,
    private readonly health: Health,
    @Inject(LOGGER) private readonly log: Logger,
    @Optional() private readonly server?: OperationServer,
  ) {}

  onModuleInit(): void {
    // Start polling the data version now, so that the first request does not have to wait for it.
    const { dataVersion } = this.pool;
    if (this.server) this.server.dataVersion = dataVersion;
    this.health.require(() => this.isUsable);
    void this.waitForDatabase();
  }

  onApplicationShutdown(): void {
    this.isStopping = true;
  }

  private async waitForDatabase(): Promise<void> {
    while (!this.isStopping) {
      try {
        await this.pool.rows(FIRST_STATEMENT);
        this.isUsable = true;
        return;
      } catch (err) {
        databaseUnusable.inc();
        this.log.error({ err }, 'cannot use the database; this instance is not ready');
      }
      await pause(TRY_AGAIN_MS, undefined, { ref: false });
    }
  }
}
