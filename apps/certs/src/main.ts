import { runService } from '@gcd/nats';
import { AppModule } from './app.module.js';
import { certsConfig } from './config.js';

await runService('certs', certsConfig, AppModule);
