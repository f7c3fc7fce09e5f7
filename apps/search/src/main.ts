import { ServicePool } from '@gcd/database/pool';
import { readConfig, runProcess, startService } from '@gcd/service';
import { AppModule } from './app.module.js';
import { searchConfig } from './config.js';

await runProcess(
  'search',
  () => readConfig(searchConfig),
  (config, log) =>
    startService('search', AppModule.with(config, log), config, log, { dataFrom: ServicePool }),
);
