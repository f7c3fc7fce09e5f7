import { readConfig, runProcess, serviceConfig, startService } from '@gcd/service';
import { AppModule } from './app.module.js';

await runProcess(
  'changes',
  () => readConfig(serviceConfig),
  (config, log) => startService('changes', { module: AppModule }, config, log),
);
