import { processConfig, readConfig, runProcess, startService } from '@gcd/service';
import { AppModule } from './app.module.js';

await runProcess(
  'search',
  () => readConfig(processConfig),
  (config, log) => startService('search', { module: AppModule }, config, log),
);
