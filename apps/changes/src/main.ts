import { readConfig, runProcess, startService } from '@gcd/service';
import { AppModule } from './app.module.js';
import { changesConfig } from './config.js';

await runProcess(
  'changes',
  () => readConfig(changesConfig),
  (config, log) => startService('changes', AppModule.with(config, log), config, log),
);
