import { describe, expect, it } from '@jest/globals';
import { lookupCert } from './certs.js';
import { ApiError } from './errors.js';
import { readParameters } from './read-parameters.js';

it.each([
  ['true', true],
  ['false', false],
])('the flag %s is parsed as %s [S26]', (text, value) => {
  const request = readParameters(lookupCert, { grader: 'psa', cert: '1' }, { psa_dna: text });
  expect(request).toMatchObject({ psa_dna: value });
});

describe('errors', () => {
  it.each([
    ['processing', 202],
    ['invalid_api_key', 401],
    ['forbidden', 403],
    ['card_not_found', 404],
    ['quota_exceeded', 429],
    ['as_of_unavailable', 503],
    ['timeout_error', 504],
  ] as const)('with the code %s have status %i [S43 S231 S240]', (code, status) => {
    expect(new ApiError(code, '').status).toBe(status);
  });
});
