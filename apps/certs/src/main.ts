import { ServicePool } from '@gcd/database/pool';
import { readConfig, runProcess, startService } from '@gcd/service';
import { AppModule } from './app.module.js';
import { certsConfig } from './config.js';

await runProcess(
  'certs',
  () => readConfig(certsConfig),
  (config, log) =>
    startService('certs', AppModule.with(config, log), config, log, { dataFrom: ServicePool }),
);
