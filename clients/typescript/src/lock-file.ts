import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { uptime } from 'node:os';
import { ignoreMissing } from './files.js';

/**
 * Reserves data for this process. The lock file contains the process id. If it stays there when the process ends, it is
 * ignored.
 * @param lock path of the lock file
 * @param data what it protects, for the error
 * @throws Error if another running process uses the data
 */
export async function lockFile(lock: string, data: string): Promise<void> {
  for (;;) {
    try {
      return await writeFile(lock, `${process.pid}\n`, { flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = await ownerOf(lock);
    if (owner !== null && owner !== process.pid) {
      throw new Error(
        `Process ${owner} already uses ${data}. Stop that process or choose another name. If it does something else, delete ${lock}.`,
      );
    }
    await rm(lock, { force: true });
  }
}

/** Returns the id of the running process that wrote a lock file; null if there is none. */
async function ownerOf(lock: string): Promise<number | null> {
  const pid = Number(await readFile(lock, 'utf8').catch(ignoreMissing));
  const writtenAt = (await stat(lock).catch(ignoreMissing))?.mtimeMs ?? 0;
  // After a restart of the computer, the id may belong to another process.
  const isOld = writtenAt < Date.now() - uptime() * 1000;
  return pid > 0 && !isOld && isRunning(pid) ? pid : null;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user cannot receive signals from this process.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
