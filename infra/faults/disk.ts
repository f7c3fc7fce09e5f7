import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';

/** A disk of its own that can be filled. */
export interface Disk {
  /** Until nothing more fits. */
  fill(): void;
  free(): void;
  remove(): void;
}

/** Makes a disk in memory. @returns null where that is not allowed: it takes root, and a kernel that lets it */
export function makeDisk(directory: string, megabytes: number): Disk | null {
  mkdirSync(directory, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', directory], {
      stdio: 'ignore',
    });
  } catch {
    return null;
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
          // No more of this size.
        }
      }
      closeSync(file);
    },
    free: () => rmSync(ballast),
    remove: () => void execFileSync('umount', ['--lazy', directory]),
  };
}
