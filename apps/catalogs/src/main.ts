import { processConfig, readConfig, runProcess, startService } from '@gcd/service';
import { AppModule } from './app.module.js';

await runProcess(
  'catalogs',
  () => readConfig(processConfig),
  (config, log) => startService('catalogs', { module: AppModule }, config, log),
);
