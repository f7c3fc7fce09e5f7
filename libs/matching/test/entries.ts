import type { Entry } from '../src/index.js';

const EMPTY = {
  category: '',
  year: '',
  setName: '',
  name: '',
  cardNumber: '',
  parallel: '',
  subset: '',
  description: '',
};
export const entry = (text: Partial<Entry>): Entry => ({ id: 1, grader: 'psa', ...EMPTY, ...text });
