import { BadRequestError, GradedCardDataClient } from '@gcd/client';
import { describe, expect, it } from '@jest/globals';

function recordPaths() {
  const paths: string[] = [];
  const client = new GradedCardDataClient({
    baseUrl: 'http://api.example',
    apiKey: 'a-key',
    rateLimit: 1000,
    async fetch(url) {
      paths.push(new URL(String(url)).pathname);
      return Response.json({ data: {}, meta: {} });
    },
  });
  return { client, paths };
}

describe('an id that would change the path of the request', () => {
  const methods: [string, (client: GradedCardDataClient, id: string) => Promise<unknown>][] = [
    ['lookupCert', (client, id) => client.lookupCert('psa', id)],
    ['lookupCert, grader', (client, id) => client.lookupCert(id as 'psa', '1')],
    ['getCertImages', (client, id) => client.getCertImages('psa', id)],
    ['getCard', (client, id) => client.getCard(id)],
    ['getCardHistory', (client, id) => client.getCardHistory(id)],
    ['lookupSpec', (client, id) => client.lookupSpec(id)],
    ['downloadCatalog', (client, id) => client.downloadCatalog(id as 'psa')],
  ];

  describe.each(['.', '..', ''])('the id "%s"', (id) => {
    it.each(methods)('%s rejects the id and sends no request', async (_name, method) => {
      const { client, paths } = recordPaths();
      await expect(method(client, id)).rejects.toBeInstanceOf(BadRequestError);
      expect(paths).toEqual([]);
    });
  });

  it.each(['../grades', 'a/../../b', '%2e%2e', '..%2f', '\\..\\', '...', '?x=1', '#x', ' '])(
    'is sent as one path segment: %j',
    async (id) => {
      const { client, paths } = recordPaths();
      await client.getCard(id);
      expect(paths).toEqual([`/v1/cards/${encodeURIComponent(id)}`]);
    },
  );
});
