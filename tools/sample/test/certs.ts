import { describe, expect, it } from '@jest/globals';
import { cardById, certs, images, newest } from './dataset.js';

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

  it('have Beckett subgrades close to the grade', () => {
    const graded = certs.filter((cert) => cert.centering);
    expect(graded.length).toBeGreaterThan(1000);
    const far = graded.filter((cert) => {
      const grade = Number(/_(\d+(?:_5)?)/.exec(cert.grade ?? '')?.[1]?.replace('_', '.'));
      const four = [cert.centering, cert.corners, cert.edges, cert.surface].map(Number);
      return cert.grader !== 'beckett' || four.some((value) => Math.abs(value - grade) > 0.5);
    });
    expect(far).toEqual([]);
  });

  it('have an autograph grade only if the population has autographed copies', () => {
    const signed = certs.filter((cert) => cert.has_auto_grade === 'true');
    expect(signed.length).toBeGreaterThan(100);
    expect(
      signed.filter((cert) => !newest(cert.card_id ?? '')?.autoGrades[cert.grade ?? '']),
    ).toEqual([]);
    expect(signed.every((cert) => cert.auto_grade_label)).toBe(true);
  });
});

describe('smaller files in the sample', () => {
  it('contain a row of images for each cert, a few with one or two sides', () => {
    const urls = images
      .flatMap((image) => [image.image_front ?? '', image.image_back ?? ''])
      .filter(Boolean);
    const numbersOf = (rows: readonly { grader?: string; cert?: string }[]) =>
      rows.map(({ grader, cert }) => `${grader} ${cert}`);
    expect(numbersOf(images)).toEqual(numbersOf(certs));
    expect(urls.every((url) => url.startsWith('https://images.example.com/'))).toBe(true);
    const sides = images.map(
      (image) => [image.image_front, image.image_back].filter(Boolean).length,
    );
    expect([0, 1, 2].map((count) => sides.includes(count))).toEqual([true, true, true]);
  });
});
