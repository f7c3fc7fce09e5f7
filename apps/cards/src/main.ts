import { runService } from '@gcd/nats';
import { AppModule } from './app.module.js';
import { cardsConfig } from './config.js';

await runService('cards', cardsConfig, AppModule);
