import type { TracesConfig } from './config.js';
import { createLogger, type Logger } from './log.js';
import { within } from './within.js';

/** How long the last traces may take. */
const TRACES_TIMEOUT_MS = 500;

/** A process that has started. */
export interface Started {
  /** The port it serves on, told to the log and to a launcher. */
  readonly port: number;
  /** Finishes what is under way, then lets go of everything. */
  stop(): Promise<void>;
}

/**
 * Runs a process of ours: starts it, says so, and stops it cleanly on SIGTERM, on SIGINT and when the launcher that forked it
 * is gone, also while it is starting. A start that fails is logged, and ends the process with status 1.
 */
export async function runProcess<Config extends TracesConfig & { LOG_LEVEL: string }>(
  name: string,
  readConfig: () => Config,
  start: (config: Config, log: Logger) => Promise<Started>,
): Promise<void> {
  let log = createLogger(name, 'info');
  try {
    const config = readConfig();
    log = createLogger(name, config.LOG_LEVEL);
    let stop = (): Promise<void> => Promise.resolve();
    // From the beginning: a process that waits for a server has to end as well, and as process 1 of a container it would not.
    stopOnSignal(() => stop(), log);
    const stopTraces = await startTraces(name, config, log);
    const started = await start(config, log);
    stop = async () => {
      await started.stop();
      await within(TRACES_TIMEOUT_MS, stopTraces());
    };
    // Last: who is told may stop us at once.
    log.info({ port: started.port }, 'ready');
    process.send?.({ ready: true, port: started.port });
  } catch (error) {
    log.fatal({ err: error }, 'could not start');
    process.exitCode = 1;
    process.exit();
  }
}

/** Without a collector OpenTelemetry is not even loaded. */
async function startTraces(
  name: string,
  config: TracesConfig,
  log: Logger,
): Promise<() => Promise<void>> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces } = config;
  if (!all && !traces) return () => Promise.resolve();
  const { exportTraces } = await import('@gcd/traces/open-telemetry');
  return exportTraces(name, {
    lost: (err) => log.warn({ err }, 'traces cannot be sent, and are dropped'),
    sentAgain: () => log.info('traces are sent again'),
  });
}

function stopOnSignal(finish: () => Promise<void>, log: Logger): void {
  let stopping = false;
  const stop = async (reason: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'stopping');
    try {
      await finish();
      log.info('stopped');
      process.exit(0);
    } catch (error) {
      log.error({ err: error }, 'did not stop cleanly');
      process.exit(1);
    }
  };
  process.once('SIGTERM', () => void stop('SIGTERM'));
  process.once('SIGINT', () => void stop('SIGINT'));
  process.once('disconnect', () => void stop('launcher is gone'));
  // It may have gone before this process listened.
  if (process.connected === false) void stop('launcher is gone');
}
