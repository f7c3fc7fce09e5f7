import { readCert, readGrader, readLink } from '../fields.js';
import type { FileKind } from '../file-kind.js';

const SECURE = ['https:'];

/** `images.csv`: links to the images of certs. Two empty links state that a cert has no images. */
export const images: FileKind<'grader' | 'cert' | 'image_front' | 'image_back'> = {
  name: 'images',
  required: ['grader', 'cert'],
  optional: ['image_front', 'image_back'],
  staged: { grader: 'grader', cert: 'text', image_front: 'text', image_back: 'text' },
  key: ['grader', 'cert'],
  read(row) {
    const grader = readGrader(row);
    const cert = readCert(row);
    return [
      grader,
      cert,
      readLink(row, 'image_front', SECURE),
      readLink(row, 'image_back', SECURE),
    ];
  },
};
