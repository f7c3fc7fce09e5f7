import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { configurationHelp, readConfig, type TracesConfig } from './config.js';
import { createLogger, type Logger, writeLog } from './log.js';

/** Timeout in milliseconds for exporting the last traces. */
const TRACES_TIMEOUT_MS = 500;

export interface Started {
  /** The port for HTTP requests, or the health port if the process serves requests only over NATS. */
  readonly port: number;
  /** The port for probes and metrics. */
  readonly healthPort: number;
  /** Finishes work in progress and releases all resources. */
  stop(): Promise<void>;
}

/**
 * Runs a process. With `--help`, prints its environment variables. Otherwise, starts it, logs `started`, and stops it on
 * SIGTERM, on SIGINT, or when the launcher that forked it exits, even during startup. If startup fails, or if nothing
 * handles a later error such as that of a server, logs the error and exits with status 1.
 */
export async function runProcess<Schema extends z.ZodType<TracesConfig & { LOG_LEVEL: string }>>(
  name: string,
  schema: Schema,
  start: (config: z.infer<Schema>, log: Logger) => Promise<Started>,
): Promise<void> {
  if (process.argv.includes('--help')) {
    process.stdout.write(configurationHelp(name, schema));
    return;
  }
  let log = createLogger(name, 'info');
  const fail = async (error: unknown, message: string): Promise<void> => {
    log.fatal({ err: error }, message);
    process.exitCode = 1;
    await writeLog(log);
    process.exit();
  };
  process.once('uncaughtException', (error) => fail(error, 'stopped by an unexpected error'));
  try {
    const config = readConfig(schema);
    log = createLogger(name, config.LOG_LEVEL);
    let stop = (): Promise<void> => Promise.resolve();
    // Register the handlers first, because a signal must stop the process even while startup waits for a server. As PID
    // 1 of a container, a process without handlers would ignore the signal.
    stopOnSignal(() => stop(), log);
    const stopTraces = await startTraces(name, config, log);
    const started = await start(config, log);
    stop = async () => {
      await started.stop();
      await Promise.race([stopTraces(), pause(TRACES_TIMEOUT_MS)]);
    };
    // Notify the launcher last, because the launcher may stop the process as soon as it is notified.
    const { port, healthPort } = started;
    log.info({ port, healthPort }, 'started');
    process.send?.({ port, healthPort });
  } catch (error) {
    await fail(error, 'could not start');
  }
}

/** Starts tracing. OpenTelemetry is loaded only if an endpoint is set. */
async function startTraces(
  name: string,
  config: TracesConfig,
  log: Logger,
): Promise<() => Promise<void>> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces } = config;
  if (!all && !traces) return () => Promise.resolve();
  const { exportTraces } = await import('./open-telemetry.js');
  return exportTraces(name, {
    lost: (err) => log.warn({ err }, 'cannot export traces; they are dropped'),
    recovered: () => log.info('trace export recovered'),
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
      process.exitCode = 0;
    } catch (error) {
      log.error({ err: error }, 'shutdown failed');
      process.exitCode = 1;
    }
    // Do not log warnings about connections that break while the process exits.
    log.level = 'silent';
    await writeLog(log);
    process.exit();
  };
  process.once('SIGTERM', () => void stop('SIGTERM'));
  process.once('SIGINT', () => void stop('SIGINT'));
  process.once('disconnect', () => void stop('launcher exited'));
  // The launcher may have exited before the listener was added.
  if (process.connected === false) void stop('launcher exited');
}
