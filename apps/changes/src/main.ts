import { runService } from '@gcd/nats';
import { AppModule } from './app.module.js';
import { changesConfig } from './config.js';

await runService('changes', changesConfig, AppModule);
