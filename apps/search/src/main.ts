import { readConfig, runProcess, serviceConfig, startService } from '@gcd/service';
import { AppModule } from './app.module.js';

await runProcess(
  'search',
  () => readConfig(serviceConfig),
  (config, log) => startService('search', { module: AppModule }, config, log),
);
