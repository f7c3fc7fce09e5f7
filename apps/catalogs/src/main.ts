import { connectNats, processConfig, readConfig, runProcess, startService } from '@gcd/service';
import { AppModule } from './app.module.js';

await runProcess(
  'catalogs',
  () => readConfig(processConfig),
  async (config, log) => {
    const nats = await connectNats(config.NATS_URL, 'catalogs-store', log);
    const service = await startService('catalogs', AppModule.with(nats), config, log);
    return {
      port: service.port,
      async stop() {
        await service.stop();
        await nats.close();
      },
    };
  },
);
