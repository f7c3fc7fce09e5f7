import { runService } from '@gcd/nats';
import { AppModule } from './app.module.js';
import { catalogsConfig } from './config.js';

await runService('catalogs', catalogsConfig, AppModule);
