import type { Grader } from '@gcd/contracts';
import type { Entry } from '../src/index.js';

/** A card, independent of any grader. */
export interface Card {
  readonly category: string;
  readonly year: number;
  readonly set: string;
  /** Text of the column for the parallel or subset. */
  readonly variety: string;
  readonly number: string;
  readonly name: string;
  readonly run: string;
  /** Text that appears only on the label, and not in a column. */
  readonly note: string;
}

export const words = (...parts: string[]) => parts.filter((part) => part !== '').join(' ');

const SERIES = /^(?:Diamond & Pearl|Sun & Moon|Sword & Shield) /;

/** Describes a card in the style of a grader. */
export function worded(card: Card, grader: Grader): Omit<Entry, 'id'> {
  const { category, name, number, run, note, variety } = card;
  const isGame = category !== 'Baseball' && category !== 'Basketball' && category !== 'Football';
  const year = `${card.year}`;
  const sport = isGame ? '' : category;
  const text = { category, year, name, cardNumber: number, parallel: variety, subset: '' };
  switch (grader) {
    case 'psa': {
      const setName = words(isGame ? category : '', card.set).toUpperCase();
      const described = words(year, setName, `#${number}`, name, variety, note);
      return {
        ...text,
        grader,
        setName,
        name: name.toUpperCase(),
        parallel: variety.toUpperCase(),
        description: described.toUpperCase(),
      };
    }
    case 'beckett': {
      const setName = words(isGame ? category : '', card.set, sport, variety);
      const described = words(year, setName, `#${number}`, name, note, run);
      return { ...text, grader, setName, parallel: run, description: described };
    }
    case 'sgc': {
      const setName = words(card.set, sport);
      const described = words(year, setName, variety && `- ${variety}`, name, `#${number}`);
      return { ...text, grader, setName, parallel: '', subset: variety, description: described };
    }
    default: {
      const setName = card.set.replace(SERIES, '').replace(/^(?:Topps|Panini) (?=\S)/, '');
      const language = isGame && !/Japanese/.test(variety) ? 'English' : '';
      const described = words(year, setName, language, variety, run, name, number);
      return { ...text, grader, setName, parallel: words(variety, run), description: described };
    }
  }
}
