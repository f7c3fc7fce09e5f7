import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { GRADER_COLORS } from './colors.js';

it('saved charts have the colors of the light pages', () => {
  const styles = readFileSync(
    new URL('../../assets/styles/1-elements.css', import.meta.url),
    'utf8',
  );
  const colorOf = (name: string) => new RegExp(`--${name}: (#\\w{6})`).exec(styles)?.[1];
  expect(Object.entries(GRADER_COLORS)).toEqual(
    ['psa', 'beckett', 'sgc', 'cgc'].map((name) => [name, colorOf(name)]),
  );
});
