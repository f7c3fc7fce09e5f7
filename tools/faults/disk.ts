import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { Skip } from './checks.ts';

/** A separate disk that tests can fill. */
export interface Disk {
  /** Writes until the disk is full. */
  fill(): void;
  /** Removes the data that {@link fill} has written, if any. */
  free(): void;
  remove(): void;
}

/** Mounts a file system in memory. @throws Skip if this process is not allowed to mount file systems */
export function makeDisk(directory: string, megabytes: number): Disk {
  mkdirSync(directory, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', directory], {
      stdio: 'ignore',
    });
  } catch {
    throw new Skip('no file system can be mounted: run it as root');
  }
  chmodSync(directory, 0o777);
  const ballast = path.join(directory, 'ballast');
  return {
    fill() {
      const file = openSync(ballast, 'w');
      for (let size = 65_536; size >= 1; size /= 16) {
        try {
          for (;;) writeSync(file, Buffer.alloc(size));
        } catch {
          // Ignore the error. The disk has no space for another block of this size.
        }
      }
      closeSync(file);
    },
    free: () => rmSync(ballast, { force: true }),
    remove: () => void execFileSync('umount', ['--lazy', directory]),
  };
}
