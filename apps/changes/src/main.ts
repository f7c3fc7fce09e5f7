import { processConfig, readConfig, runProcess, startService } from '@gcd/service';
import { AppModule } from './app.module.js';

await runProcess(
  'changes',
  () => readConfig(processConfig),
  (config, log) => startService('changes', { module: AppModule }, config, log),
);
