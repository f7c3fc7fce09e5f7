import { Random } from '@gcd/synth';
import { monthsAgo } from './calendar.js';
import type { Cert } from './certs.js';
import type { Entry } from './model.js';

/** A row of one of the smaller files. Keys are column names. */
export type Line = Readonly<Record<string, string>>;

const IMAGE_SHARE = 0.03;
const IMAGES = 'https://images.example.com';

/**
 * Generates image URLs for some certs, sometimes for one side only. Real certs always have images of both sides. A row
 * without URLs means that the cert has no images.
 */
export function imagesOf({ grader, cert }: Cert, isReal: boolean, random: Random): Line {
  const hasNone = !random.chance(IMAGE_SHARE) && !isReal;
  const isOneSided = hasNone || (!isReal && random.chance(0.06));
  const side = (name: string) => `${IMAGES}/${grader}/${cert}-${name}.jpg`;
  return {
    grader,
    cert,
    image_front: hasNone ? '' : side('front'),
    image_back: isOneSided ? '' : side('back'),
  };
}

/**
 * Generates PSA spec numbers without a card, above the highest number in use. Their status is `processing` or
 * `unmapped`.
 */
export function specsWithoutCard(entries: readonly Entry[]): Line[] {
  const highest = Math.max(
    ...entries.filter(({ grader }) => grader === 'psa').map(({ specId }) => Number(specId)),
  );
  return Array.from({ length: 60 }, (_, at) => ({
    grader: 'psa',
    spec_id: String(highest + 1000 + at),
    status: at % 4 === 3 ? 'unmapped' : 'processing',
  }));
}

const SIGNED: readonly (readonly [item: string, primary: string, others: string])[] = [
  ['1999 POKEMON GAME BOX LID SIGNED', 'Mitsuhiro Arita', 'Ken Sugimori'],
  ['POKEMON TRADING CARD GAME PLAYMAT SIGNED', 'Mitsuhiro Arita', ''],
  ['POKEMON RED VERSION MANUAL SIGNED', 'Ken Sugimori', ''],
  ['ORIGINAL SKETCH OF PIKACHU SIGNED', 'Atsuko Nishida', ''],
  ['POKEMON TRADING CARD GAME POSTER SIGNED', 'Tomokazu Komiya', 'Kagemaru Himeno|Naoyo Kimura'],
  ['8X10 PHOTOGRAPH SIGNED', 'Veronica Taylor', ''],
  ['8X10 PHOTOGRAPH SIGNED', 'Eric Stuart', 'Rachael Lillis'],
  ['OFFICIAL MAJOR LEAGUE BASEBALL SIGNED', 'Ken Griffey Jr.', ''],
  ['OFFICIAL NBA BASKETBALL SIGNED', 'Michael Jordan', 'Scottie Pippen|Dennis Rodman'],
  ['3X5 INDEX CARD SIGNED', 'Muhammad Ali', ''],
  ['CUT SIGNATURE', 'Joe DiMaggio', ''],
  ['WORLD CHAMPIONSHIPS PROGRAM SIGNED', 'Jason Klaczynski', ''],
];

/** Generates records of signed items for which only the signature was authenticated. */
export function authentications(seed: string): Line[] {
  const random = new Random(`${seed} authentications`);
  return SIGNED.map(([description, primary, others], at) => ({
    cert: String(84_100_000 + at * 137_411 + random.integer(0, 99_999)),
    description,
    result: at % 6 === 5 ? 'Not Authentic' : 'Authentic',
    primary_subjects: primary,
    other_subjects: others,
    retrieved_month: monthsAgo(at),
  }));
}
