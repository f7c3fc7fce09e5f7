import type { FileKind, KindName } from '../file-kind.js';
import { authentications } from './authentications.js';
import { cards } from './cards.js';
import { certs } from './certs.js';
import { images } from './images.js';
import { matches } from './matches.js';
import { populations } from './populations.js';
import { specs } from './specs.js';

/** All kinds of dataset files in import order. If a file refers to rows of another file, the other file comes first. */
export const FILE_KINDS: readonly FileKind[] = [
  cards,
  matches,
  specs,
  certs,
  populations,
  images,
  authentications,
];

export function fileKind(name: KindName): FileKind {
  const kind = FILE_KINDS.find((each) => each.name === name);
  if (!kind) throw new Error(`There is no file kind ${name}`);
  return kind;
}
