import { describe, expect, it } from '@jest/globals';
import { cardById, certs, newest } from './dataset.js';

describe('certs in the sample', () => {
  it('belong to a card from their grader, or have a description', () => {
    const bad = certs.filter((cert) =>
      cert.card_id ? cardById.get(cert.card_id)?.grader !== cert.grader : !cert.description,
    );
    expect(bad).toEqual([]);
    expect(certs.filter((cert) => !cert.card_id && !cert.grade).length).toBeGreaterThan(10);
    expect(certs.filter((cert) => !cert.card_id && cert.grade).length).toBeGreaterThan(10);
  });

  it('never outnumber the latest population in their grade', () => {
    const seen = new Map<string, number>();
    for (const { card_id: id, grade } of certs) {
      if (id) seen.set(`${id} ${grade}`, (seen.get(`${id} ${grade}`) ?? 0) + 1);
    }
    const bad = [...seen].filter(([key, count]) => {
      const [id = '', grade = ''] = key.split(' ');
      return count > (newest(id)?.grades[grade] ?? newest(id)?.qualifiers[grade] ?? 0);
    });
    expect(bad).toEqual([]);
  });
});
