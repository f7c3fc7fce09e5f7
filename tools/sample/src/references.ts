import { createHash } from 'node:crypto';
import type { Grader } from '@gcd/contracts';
import type { Random } from '@gcd/synth';
import type { Card } from './card.js';
import type { CatalogName } from './model.js';
import { slug } from './text.js';

/** Share of Beckett's grader cards whose spec number is known. */
const BECKETT_SPEC_SHARE = 0.4;

const FIRST_PSA_SPEC = 540_000;
const PSA_SPECS_PER_SET = 40_000;
const FIRST_BECKETT_SPEC = 3_100_000;

/** Path segment for a card type in the URLs of PSA's population pages, by category. */
const SPORTS: Readonly<Record<string, string>> = {
  Baseball: 'baseball-cards',
  Basketball: 'basketball-cards',
};

/** Spec numbers of a grader card; empty if it has none. */
export interface Specs {
  readonly specId: string;
  readonly graderId2: string;
}

/** Generates ascending spec numbers, like those that graders assign when they add a set. */
export class SpecNumbers {
  readonly #nextInSet = new Map<string, number>();
  #nextBeckett = FIRST_BECKETT_SPEC;
  #nextSecond = 410_000;
  #beckettByCard = new Map<string, number>();

  /** Returns the next spec numbers of a grader card. PSA always has one number, and Beckett has a pair. */
  next(grader: Grader, card: Card, random: Random): Specs {
    const real = card.specIds[grader];
    if (real) return { specId: real, graderId2: '' };
    if (grader === 'psa') return { specId: String(this.#nextPsa(card.setKey)), graderId2: '' };
    if (grader !== 'beckett' || !random.chance(BECKETT_SPEC_SHARE))
      return { specId: '', graderId2: '' };
    this.#nextSecond += random.integer(1, 3);
    return { specId: String(this.#beckett(card)), graderId2: String(this.#nextSecond) };
  }

  #nextPsa(setKey: string): number {
    const next =
      this.#nextInSet.get(setKey) ?? FIRST_PSA_SPEC + this.#nextInSet.size * PSA_SPECS_PER_SET;
    this.#nextInSet.set(setKey, next + 1);
    return next;
  }

  /**
   * Returns the first number of the Beckett pair, which is the same for all editions of a card. The second number
   * distinguishes the editions.
   */
  #beckett(card: Card): number {
    const [id] = card.key.split(' ');
    const number = this.#beckettByCard.get(id ?? '') ?? this.#nextBeckett++;
    this.#beckettByCard.set(id ?? '', number);
    return number;
  }
}

/**
 * Generates the URL of a grader's population page for a set. The URL's format is real, but its number is generated.
 * Some sets have no URL.
 */
export function setUrl(grader: Grader, name: CatalogName, setKey: string): string {
  const number =
    createHash('sha256').update(`${grader} ${setKey}`).digest().readUInt16LE() + 20_000;
  if (number % 16 === 0) return '';
  const set = slug(name.setName);
  switch (grader) {
    case 'psa':
      return `https://www.psacard.com/pop/${SPORTS[name.category] ?? 'tcg-cards'}/${name.year}/${set}/${number}`;
    case 'beckett':
      return `https://www.beckett.com/grading/pop-report/${name.year}-${set}/${number}`;
    case 'sgc':
      return `https://www.gosgc.com/pop-report/${number}/${set}`;
    case 'cgc':
      return `https://www.cgccards.com/population-report/${number}/${set}/`;
  }
}
