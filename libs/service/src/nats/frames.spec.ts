import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readCall, readReply, writeCall, writeReply } from './frames.js';

const name = fc.stringMatching(/^[A-Za-z0-9_]{1,30}$/);
const bytes = (frame: string | Uint8Array): Uint8Array => Buffer.from(frame as string);

describe('what is written is read', () => {
  it('a call', () => {
    fc.assert(
      fc.property(
        name,
        fc.nat(),
        fc.option(name),
        fc.jsonValue(),
        (requestId, timeout, trace, request) => {
          const traceparent = trace ?? undefined;
          const frame = writeCall(requestId, timeout, JSON.stringify(request), traceparent);
          expect(readCall(bytes(frame))).toEqual({
            requestId,
            timeout,
            traceparent,
            request: JSON.parse(JSON.stringify(request)),
          });
        },
      ),
    );
  });

  it('a reply, of text or of bytes', () => {
    const payload = fc.oneof(fc.string(), fc.uint8Array());
    const pagination = fc.option(
      fc.record({ page: fc.nat() }).map((page) => JSON.stringify(page)),
      { nil: undefined },
    );
    fc.assert(
      fc.property(fc.nat(599), name, pagination, payload, (status, replica, page, content) => {
        const reply = readReply(bytes(writeReply({ status, replica, pagination: page }, content)));
        expect({ ...reply, payload: Buffer.from(reply.payload) }).toEqual({
          status,
          replica,
          pagination: page,
          payload: Buffer.from(content as string),
        });
      }),
    );
  });
});

it('a call of a version to come is read', () => {
  expect(readCall(Buffer.from('req_1 1000 00-ab-cd-01 more and more\n{}'))).toEqual({
    requestId: 'req_1',
    timeout: 1000,
    traceparent: '00-ab-cd-01',
    request: {},
  });
});

it.each(['', '{}', 'x\n{}', '\n', 'req_1 5\n{"half":'])('%j is no call', (text) => {
  expect(() => readCall(Buffer.from(text))).toThrow(SyntaxError);
});
