import { FORMATS, readGrader, readGraderNumber, readLink } from '../fields.js';
import type { FileKind } from '../file-kind.js';

export const images: FileKind<'grader' | 'cert' | 'image_front' | 'image_back'> = {
  name: 'images',
  description:
    'Each row contains the image URLs of a cert. A row with both URLs empty means that the cert has no images.',
  columns: {
    grader: { required: true, format: FORMATS.grader, example: 'psa' },
    cert: { required: true, format: FORMATS.identifier, example: '64062046' },
    image_front: {
      format: FORMATS.secureLink,
      example: 'https://images.example.com/64062046-front.jpg',
    },
    image_back: {
      format: FORMATS.secureLink,
      example: 'https://images.example.com/64062046-back.jpg',
    },
  },
  staged: { grader: 'grader', cert: 'text', image_front: 'text', image_back: 'text' },
  key: ['grader', 'cert'],
  read(row) {
    const grader = readGrader(row);
    return [
      grader,
      readGraderNumber(row, 'cert', grader),
      readLink(row, 'image_front', 'secureLink'),
      readLink(row, 'image_back', 'secureLink'),
    ];
  },
};
