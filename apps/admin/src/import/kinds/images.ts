import { readCert, readGrader, readLink } from '../fields.js';
import type { FileKind } from '../file-kind.js';
import { Rejection } from '../rejection.js';

const SECURE = ['https:'];

/** `images.csv`: links to the images of certs. */
export const images: FileKind<'grader' | 'cert' | 'image_front' | 'image_back'> = {
  name: 'images',
  required: ['grader', 'cert'],
  optional: ['image_front', 'image_back'],
  staged: { grader: 'grader', cert: 'text', image_front: 'text', image_back: 'text' },
  key: ['grader', 'cert'],
  read(row) {
    const grader = readGrader(row);
    const cert = readCert(row);
    const front = readLink(row, 'image_front', SECURE);
    const back = readLink(row, 'image_back', SECURE);
    if (front === null && back === null) {
      throw new Rejection('image_front', 'is empty, and so is image_back');
    }
    return [grader, cert, front, back];
  },
};
