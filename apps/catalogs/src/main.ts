import { readConfig, runProcess, serviceConfig, startService } from '@gcd/service';
import { AppModule } from './app.module.js';

await runProcess(
  'catalogs',
  () => readConfig(serviceConfig),
  (config, log) => startService('catalogs', { module: AppModule }, config, log),
);
