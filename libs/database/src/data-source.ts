import 'reflect-metadata';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { DatasetEntity } from './entities/dataset.entity.js';
import { ImportEntity } from './entities/import.entity.js';
import { AccountEntity, ApiKeyEntity, PlanEntity } from './entities/key.entity.js';
import { Baseline1795000000000 } from './migrations/1795000000000-baseline.js';
import { Operations1796000000000 } from './migrations/1796000000000-operations.js';
import { DisplayNames1797000000000 } from './migrations/1797000000000-display-names.js';
import { Activity1798000000000 } from './migrations/1798000000000-activity.js';
import { SearchEngine1799000000000 } from './migrations/1799000000000-search-engine.js';

/**
 * Configures the entities, migrations and connections for the owner of the database, but does not connect.
 * @param url URL with a role that owns the tables or may create them
 */
export function createDataSource(url: string): DataSource {
  return new DataSource({
    type: 'postgres',
    // Pass the driver explicitly. TypeORM would otherwise load the driver from node_modules, which container images do
    // not contain.
    driver: pg,
    url,
    applicationName: 'gcd-admin',
    connectTimeoutMS: 5000,
    entities: [AccountEntity, ApiKeyEntity, DatasetEntity, ImportEntity, PlanEntity],
    migrations: [
      Baseline1795000000000,
      Operations1796000000000,
      DisplayNames1797000000000,
      Activity1798000000000,
      SearchEngine1799000000000,
    ],
    migrationsTableName: 'migrations',
    // Replace the default logger. It writes to standard output, where commands print their results.
    logger: 'debug',
  });
}
