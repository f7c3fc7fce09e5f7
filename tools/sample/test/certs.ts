import { type Grader, QUALIFIER_TYPES } from '@gcd/contracts';
import { describe, expect, it } from '@jest/globals';
import { cards } from './cards.js';
import { authentications, cardById, certs, images, newest, specs } from './dataset.js';

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;
const certByNumber = new Map(certs.map((cert) => [`${cert.grader} ${cert.cert}`, cert]));

describe('certs in the sample', () => {
  it("are unique and have their grader's number format", () => {
    const forms = { psa: /^\d{8,9}$/, beckett: /^00\d{8}$/, sgc: /^\d{7}$/, cgc: /^\d{10}$/ };
    expect(certByNumber.size).toBe(certs.length);
    expect(certs.filter((cert) => !forms[cert.grader as Grader].test(cert.cert ?? ''))).toEqual([]);
    expect(certs.filter((cert) => !MONTH.test(cert.retrieved_month ?? ''))).toEqual([]);
  });

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

  it('have a qualifier if and only if the grade has one', () => {
    const qualified = certs.filter((cert) => cert.qualifier_type);
    const types: readonly string[] = QUALIFIER_TYPES;
    expect(qualified.length).toBeGreaterThan(20);
    expect(qualified.every((cert) => types.includes(cert.qualifier_type ?? ''))).toBe(true);
    expect(certs.filter((cert) => cert.grade?.startsWith('psa_q'))).toEqual(qualified);
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

  it('contain specs that belong to no card', () => {
    const taken = new Set(cards.map((card) => `${card.grader} ${card.spec_id}`));
    expect(specs.filter((spec) => taken.has(`${spec.grader} ${spec.spec_id}`))).toEqual([]);
    expect(new Set(specs.map((spec) => spec.status)).size).toBe(2);
  });

  it('contain authentications with their subjects', () => {
    expect(authentications).toHaveLength(12);
    expect(
      authentications.every(
        (record) => record.description && record.result && record.primary_subjects,
      ),
    ).toBe(true);
  });
});
