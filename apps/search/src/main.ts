import { runService } from '@gcd/service';
import { AppModule } from './app.module.js';
import { searchConfig } from './config.js';

await runService('search', searchConfig, AppModule);
