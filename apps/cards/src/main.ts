import { ServicePool } from '@gcd/database/pool';
import { readConfig, runProcess, startService } from '@gcd/service';
import { AppModule } from './app.module.js';
import { cardsConfig } from './config.js';

await runProcess(
  'cards',
  () => readConfig(cardsConfig),
  (config, log) =>
    startService('cards', AppModule.with(config, log), config, log, { dataFrom: ServicePool }),
);
