import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';

/** A separate disk that tests can fill. */
export interface Disk {
  /** Writes until the disk is full. */
  fill(): void;
  /** Removes the data that {@link fill} has written, if any. */
  free(): void;
  remove(): void;
}

export interface Disks {
  readonly postgres: Disk;
  readonly redis: Disk;
  readonly logs: Disk;
}

/**
 * Creates a disk for each name, of the given size in megabytes, mounted in a subdirectory with that name.
 * @returns null if this process cannot mount file systems, because it does not run as root
 */
export function makeDisks(
  directory: string,
  sizes: Readonly<Record<keyof Disks, number>>,
): Disks | null {
  const disks: [string, Disk][] = [];
  for (const [name, size] of Object.entries(sizes)) {
    const disk = makeDisk(path.join(directory, name), size);
    if (!disk) {
      for (const [, made] of disks) made.remove();
      return null;
    }
    disks.push([name, disk]);
  }
  return Object.fromEntries(disks) as Record<keyof Disks, Disk>;
}

/** Mounts a file system in memory. @returns null if this process is not allowed to mount file systems */
function makeDisk(directory: string, megabytes: number): Disk | null {
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
          // Ignore the error. The disk has no space for another block of this size.
        }
      }
      closeSync(file);
    },
    free: () => rmSync(ballast, { force: true }),
    remove: () => void execFileSync('umount', ['--lazy', directory]),
  };
}
