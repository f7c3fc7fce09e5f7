import path from 'node:path';
import { type ListeningApp, type RunningApp, startApp } from './apps.js';
import { supervise } from './supervise.js';

/** An app that is restarted when it exits on its own. */
export interface SupervisedApp {
  readonly name: ListeningApp;
  /** Restarts the app with the current build. @throws Error if it does not start */
  restart(): Promise<void>;
  /** Stops the app permanently. */
  stop(): Promise<void>;
}

export interface AppSupervision {
  readonly env: NodeJS.ProcessEnv;
  /** Directory for the log file; if undefined, the app logs to this terminal. */
  readonly logDir?: string;
  readonly log: (line: string) => void;
  /** Called if the process exits too often. */
  readonly giveUp: () => void;
}

/** Supervises an app. @param running process of the app, which has just been started */
export function superviseApp(
  app: ListeningApp,
  running: RunningApp,
  { env, logDir, log, giveUp }: AppSupervision,
): SupervisedApp {
  const start = (): Promise<RunningApp> => startApp(app, env, logDir);
  const logFile = logDir ? path.join(logDir, `${app}.log`) : 'above';
  const superviseProcess = (process: RunningApp): (() => Promise<void>) =>
    supervise(process, { title: app, logFile, start, log, giveUp });
  let stop = superviseProcess(running);
  return {
    name: app,
    async restart() {
      await stop();
      stop = superviseProcess(await start());
    },
    stop: () => stop(),
  };
}
