import type { FileKind, KindName } from '../file-kind.js';
import { authentications } from './authentications.js';
import { cards } from './cards.js';
import { certs } from './certs.js';
import { images } from './images.js';
import { matches } from './matches.js';
import { populations } from './populations.js';
import { specs } from './specs.js';

/** Every kind of file, in the order of import: what others refer to comes first. */
export const FILE_KINDS: readonly FileKind[] = [
  cards,
  matches,
  specs,
  certs,
  populations,
  images,
  authentications,
];

/** The kind of this name. */
export function fileKind(name: KindName): FileKind {
  const kind = FILE_KINDS.find((each) => each.name === name);
  if (!kind) throw new Error(`No file kind ${name}`);
  return kind;
}
