import { connectNats, readConfig, runProcess, startService } from '@gcd/service';
import { AppModule } from './app.module.js';
import { catalogsConfig } from './config.js';

await runProcess(
  'catalogs',
  () => readConfig(catalogsConfig),
  async (config, log) => {
    const nats = await connectNats(config.NATS_URL, 'catalogs-store', log);
    const service = await startService(
      'catalogs',
      AppModule.with(nats, config.CURSOR_KEYS_FILE),
      config,
      log,
    );
    return {
      port: service.port,
      async stop() {
        await service.stop();
        await nats.close();
      },
    };
  },
);
