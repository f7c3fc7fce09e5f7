import { CONFIG, Health, LOGGER, type Logger } from '@gcd/process';
import {
  type DynamicModule,
  type FactoryProvider,
  type InjectionToken,
  Module,
  type OnModuleInit,
} from '@nestjs/common';
import { ServicePool } from './pool.js';

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

/** Provides the {@link ServicePool} of a process, without which the process is not ready. */
@Module({})
export class DatabaseModule implements OnModuleInit {
  static forRoot(name: string): DynamicModule {
    const providers = [poolProvider(ServicePool, name)];
    return { module: DatabaseModule, providers, exports: providers };
  }

  constructor(
    private readonly pool: ServicePool,
    private readonly health: Health,
  ) {}

  onModuleInit(): void {
    this.health.requireUseOf('database', () => this.pool.rows(FIRST_STATEMENT));
  }
}
