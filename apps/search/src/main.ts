import { runService } from '@gcd/nats';
import { AppModule } from './app.module.js';
import { searchConfig } from './config.js';

await runService('search', searchConfig, AppModule);
