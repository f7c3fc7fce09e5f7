import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readRequest, readReply, writeRequest, writeReply } from './frames.js';

const name = fc.stringMatching(/^[A-Za-z0-9_]{1,30}$/);
const bytes = (frame: string | Uint8Array): Uint8Array => Buffer.from(frame as string);

describe('request and reply frames', () => {
  it('preserve every field of a request', () => {
    fc.assert(
      fc.property(
        name,
        fc.nat(),
        fc.option(name),
        fc.option(fc.nat(), { nil: undefined }),
        fc.jsonValue(),
        (requestId, timeout, trace, requiredVersion, request) => {
          const traceparent = trace ?? undefined;
          const json = JSON.stringify(request);
          const frame = writeRequest(requestId, timeout, json, traceparent, requiredVersion);
          expect(readRequest(frame)).toEqual({
            requestId,
            timeout,
            traceparent,
            acceptsVersion: true,
            requiredVersion,
            request: JSON.parse(JSON.stringify(request)),
          });
        },
      ),
    );
  });

  it('preserve every field of a reply, with a text or binary payload', () => {
    const payload = fc.oneof(fc.string(), fc.uint8Array());
    const pagination = fc.option(
      fc.record({ page: fc.nat() }).map((page) => JSON.stringify(page)),
      { nil: undefined },
    );
    const version = fc.option(fc.nat(), { nil: undefined });
    fc.assert(
      fc.property(fc.nat(599), name, version, pagination, payload, (status, instance, ...rest) => {
        const [atLeast, page, content] = rest;
        const head = { status, instance, version: atLeast, pagination: page };
        const reply = readReply(bytes(writeReply(head, content)));
        expect({ ...reply, payload: Buffer.from(reply.payload) }).toEqual({
          ...head,
          payload: Buffer.from(content as string),
        });
      }),
    );
  });
});

describe('compatibility with the previous frame format', () => {
  /** Parses a reply as the previous version of the product does. */
  const readOldReply = (line: string): [string, string, string] => {
    const [status = '', instance = ''] = line.split(' ', 2);
    return [status, instance, line.slice(status.length + instance.length + 2)];
  };
  const lineOf = (frame: string | Uint8Array): string => String(frame).split('\n')[0] ?? '';

  it('accepts a request without a format version', () => {
    expect(readRequest('req_1 1000 00-ab-cd-01\n{}')).toEqual({
      requestId: 'req_1',
      timeout: 1000,
      traceparent: '00-ab-cd-01',
      acceptsVersion: false,
      request: {},
    });
    expect(readRequest('req_1 1000\n{}').acceptsVersion).toBe(false);
  });

  it('encodes a reply without a data version so that old and new gateways can decode it', () => {
    const head = { status: 200, instance: 'abc', version: undefined };
    const list = lineOf(writeReply({ ...head, pagination: '{"page":1}' }, '[]'));
    expect(readOldReply(list)).toEqual(['200', 'abc', '{"page":1}']);
    const single = lineOf(writeReply({ ...head, pagination: undefined }, '{}'));
    expect(readOldReply(single)).toEqual(['200', 'abc', '']);
    expect(readReply(Buffer.from('200 abc {"page":1}\n[]'))).toMatchObject({
      ...head,
      pagination: '{"page":1}',
    });
  });

  it('writes an empty traceparent field for an untraced request', () => {
    const [, , traceparent] = lineOf(writeRequest('req_1', 1000, '{}')).split(' ');
    expect(traceparent).toBe('');
  });
});

it('readRequest accepts a request with a later format version', () => {
  expect(readRequest('req_1 1000 00-ab-cd-01 v more and more\n{}')).toMatchObject({
    requestId: 'req_1',
    traceparent: '00-ab-cd-01',
    acceptsVersion: true,
  });
});

it.each(['', '{}', 'x\n{}', '\n', 'req_1 5\n{"half":'])('readRequest rejects %j', (text) => {
  expect(() => readRequest(text)).toThrow(SyntaxError);
});

it.each(['', 'x', '200\n{}', 'x y z\n{}'])('readReply rejects %j', (text) => {
  expect(() => readReply(Buffer.from(text))).toThrow(SyntaxError);
});
