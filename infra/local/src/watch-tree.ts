import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import path from 'node:path';

/**
 * Watches a directory and each of its subdirectories. `fs.watch` with `recursive` does not work here, because on Linux
 * with Node 20 it stops reporting changes to a file once an editor has replaced it.
 * @param onChange called with the path of a file, relative to the directory
 * @returns a function that stops watching
 */
export function watchTree(root: string, onChange: (file: string) => void): () => void {
  const watchers = new Map<string, FSWatcher>();

  function add(directory: string): void {
    watchers.get(directory)?.close();
    watchers.set(
      directory,
      watch(directory, (_event, name) => {
        if (name !== null) changed(path.join(directory, name));
      }),
    );
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      if (entry.isDirectory()) add(path.join(directory, entry.name));
    }
  }

  function changed(file: string): void {
    const isDirectory = statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
    if (!isDirectory) {
      onChange(path.relative(root, file));
      return;
    }
    add(file);
    // Report existing files, which may have been written before the directory was watched.
    for (const entry of readdirSync(file, { withFileTypes: true, recursive: true })) {
      if (entry.isFile()) onChange(path.relative(root, path.join(entry.parentPath, entry.name)));
    }
  }

  add(root);
  return () => {
    for (const watcher of watchers.values()) watcher.close();
  };
}
