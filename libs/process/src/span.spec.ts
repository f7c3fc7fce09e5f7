import { describe, expect, it } from '@jest/globals';
import { exemplarOf } from './span.js';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';

describe('exemplarOf', () => {
  it.each(['01', '03'])('refers to a sampled trace with flags %s', (flags) => {
    expect(exemplarOf(`00-${TRACE_ID}-b7ad6b7169203331-${flags}`)).toEqual({ trace_id: TRACE_ID });
  });

  it.each([
    undefined,
    '',
    'nonsense',
    `00-${TRACE_ID}-b7ad6b7169203331-00`,
    `00-${TRACE_ID}-b7ad6b7169203331-02`,
  ])('is empty for %s', (traceparent) => {
    expect(exemplarOf(traceparent)).toEqual({});
  });
});
