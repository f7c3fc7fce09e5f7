import type { CertFacts, FieldCheck } from '@gcd/contracts/verification';
import { numberOf } from '@gcd/matching/numbers';
import { COMPLEMENTS, FILLERS, isGame } from '@gcd/matching/vocabulary';
import { fold } from '@gcd/population/fold';
import { type EntryTerms, FIELDS, type Field, termsOfEntry } from '@gcd/search-terms/entry';
import { isOptionalInName, isPraise } from '@gcd/search-terms/optional-terms';
import { type QueryWord, readQuery } from '@gcd/search-terms/query';
import { isMisspelling } from '@gcd/search-terms/similar';
import { translationsOf } from '@gcd/search-terms/synonyms';
import { indexTerms, termOf } from '@gcd/search-terms/terms';
import { wordsOf } from '@gcd/search-terms/words';
import {
  AFTER_OTHER_LANGUAGE,
  AFTER_OTHER_YEAR,
  AMBIGUOUS_SERIES,
  BEFORE_OTHER_YEAR,
  CARD_TYPES,
  COLORS,
  EDITIONS,
  GAME_OWNERS,
  GAME_PRINTS,
  GRAMMAR,
  HOUSES,
  IMPLIED,
  isRarityOf,
  KINDS,
  LANGUAGES,
  LEAGUES,
  NO_PARALLEL,
  ORDINARY,
  OTHER_RARITIES,
  OWNERS,
  PATTERNS,
  RARITIES,
  RARITY,
  SCARCE,
  SERIES,
  SERIES_WORDS,
  SET_CODE,
  SPECIAL,
  SPORT,
  SPORTS,
  TEAMS,
} from './card-words.js';

type CardText = CertFacts['cards'][number];

type Check = Omit<FieldCheck, 'field'>;

/** Matches two years, such as `1999-2000` and `1999/00`. */
const SEASON = /(?<!\d)(?:19|20)\d\d[-/](?:(?:19|20)\d\d|\d\d)(?!\d)/;
const RUN = /^\/\d+$/;
/** The year of the first sets that belong to a series of {@link SERIES}. */
const FIRST_SERIES = 2010;
const HOLO = new Set(['holo', 'holofoil', 'foil']);
const MISSING: Check = { title: null, cert: null, result: 'missing' };

/** Compares what a title says about the card with the card of a cert. */
export class CardClaims {
  private readonly words: readonly QueryWord[];
  private readonly terms: ReadonlySet<string>;
  private readonly cardTerms: ReadonlySet<string>;
  private readonly unexplained: readonly QueryWord[];
  private readonly isSport: boolean;
  private readonly entries: readonly EntryTerms[];
  /** Whether a label of the card names a color. */
  private readonly hasColor: boolean;
  /** Whether a label or the number of the card says that it is a special print, such as a full art or a promo. */
  private readonly isSpecial: boolean;
  /** Whether the name of the card has a kind, such as `ex` or `VMAX`. */
  private readonly hasKind: boolean;
  /** How often the title has each term. */
  private readonly counts: ReadonlyMap<string, number>;

  /**
   * @param title the title without what it says about the slab
   * @param cards the grader card, and then the matched cards of other graders, which name the same card in other words
   */
  constructor(
    private readonly title: string,
    private readonly cards: readonly CardText[],
  ) {
    // The end of a title is not the beginning of a word, so variants that are prefixes do not count.
    this.words = readQuery(title, true).map((word) => ({
      ...word,
      variants: word.variants.filter(({ prefix }) => !prefix),
    }));
    this.terms = new Set(
      this.words
        .filter(({ excludes }) => !excludes)
        .flatMap(({ variants, text }) => [
          ...variants.flatMap(({ terms }) => terms),
          ...translationsOf(text).flat(),
        ]),
    );
    this.entries = cards.map(termsOfEntry);
    this.cardTerms = new Set(
      this.entries.flatMap((entry) => FIELDS.flatMap((field) => entry[field])),
    );
    this.hasColor = [...this.cardTerms].some((term) => COLORS.has(term));
    this.isSpecial =
      [...this.cardTerms].some((term) => SPECIAL.has(term)) ||
      this.isBeyondSet ||
      cards.some(({ card_number }) => /^[a-z]/i.test(card_number)) ||
      isBeyondSet(title);
    this.hasKind = this.entries.some(({ name }) => name.some((term) => KINDS.has(term)));
    this.counts = countsOf(title);
    this.isSport = SPORT.test(cards[0]?.category ?? '');
    this.unexplained = this.words.filter((word) => !this.isExplained(word));
  }

  /**
   * Returns the words of the title that may tell the card apart, and that no label of the card has.
   * @param isSameParallel whether the title names the parallel of the card; it may then also say how scarce it is
   */
  unexplainedWords(isSameParallel: boolean): string[] {
    const words = this.unexplained.filter(
      (word) =>
        !this.isIncidental(word) &&
        !(isSameParallel && (isCopy(word) || SCARCE.has(word.text))) &&
        !(isSameParallel && this.hasColor && IMPLIED.has(word.text)),
    );
    return words.flatMap(({ typed }) => typed);
  }

  /** Returns the words that the title has more often than any label of the card does. */
  repeatedWords(): string[] {
    const labels = this.cards.map(({ description }) => countsOf(description));
    const words = this.words.filter(
      (word) =>
        /^(word|digits)$/.test(word.looksLike) &&
        !this.isIncidental(word) &&
        word.variants[0]?.terms.every((term) => {
          const most = Math.max(1, ...labels.map((counts) => counts.get(term) ?? 0));
          return (this.counts.get(term) ?? 0) > most;
        }),
    );
    return words.flatMap(({ typed }) => typed);
  }

  /** Returns the rarity that the title names, if the labels of the card name only another one. */
  otherRarities(): string[] {
    if (this.isSport) return [];
    const onLabels = this.cards.flatMap(({ description, parallel, subset }) => [
      ...raritiesIn(`${description} ${parallel ?? ''} ${subset ?? ''}`).keys(),
    ]);
    const isRarityOnLabel = this.cards.some(({ description, parallel, subset }) =>
      OTHER_RARITIES.test(`${description} ${parallel ?? ''} ${subset ?? ''}`),
    );
    if (onLabels.length === 0 && !isRarityOnLabel) return [];
    return [...raritiesIn(this.title)].flatMap(([rarity, text]) =>
      onLabels.includes(rarity) ? [] : text.split(' '),
    );
  }

  /** Returns the words of the title for manufacturers and sports other than those of the card. */
  otherHousesAndSports(): string[] {
    if (!this.isSport) return [];
    const category = new Set(countsOf(this.cards[0]?.category ?? '').keys());
    return [
      ...this.otherThan(this.cardTerms, HOUSES),
      ...this.otherThan(category, SPORTS).filter((word) => !this.isOnCard(word)),
    ];
  }

  /** Returns the words of the title that are in groups of words other than those in which the card has a word. */
  private otherThan(card: ReadonlySet<string>, groups: readonly ReadonlySet<string>[]): string[] {
    const own = groups.filter((group) => [...group].some((word) => card.has(word)));
    const isIn = (all: typeof groups, { text }: QueryWord) =>
      all.some((group) => group.has(termOf(text)));
    return own.length === 0
      ? []
      : this.words
          .filter((word) => isIn(groups, word) && !isIn(own, word))
          .flatMap(({ typed }) => typed);
  }

  /** Whether a term of the title is also on the card. */
  isOnCard(word: string): boolean {
    return this.cardTerms.has(termOf(word));
  }

  year(): Check & { readonly isDoubtful: boolean } {
    const cert = this.cards[0]?.year || null;
    const first = firstYearOf(cert ?? '');
    const typed = this.words.filter(({ looksLike }) => looksLike === 'year');
    const short = this.words.filter(
      ({ looksLike, variants }) =>
        looksLike === 'digits' && variants.some(({ terms }) => terms.join() === first),
    );
    if (!first || typed.length === 0) {
      const result = first && short.length > 0 ? 'same' : 'missing';
      return { title: typedOf(short), cert, result, isDoubtful: false };
    }
    const same = typed.filter((word) => firstYearOf(word.text) === first);
    // A year in the name of a set or subset, such as `1989 Retro`, is not the year of the card, and neither is the second
    // year of the season.
    const others = typed.filter((word) => !same.includes(word) && !this.isExplained(word));
    if (same.length > 0) {
      // Cards of a game have no seasons. Two years, as in `1999-2000`, are those of a later print.
      const isPrint =
        !this.isSport &&
        same.some(({ text }) => SEASON.test(text)) &&
        !this.cards.some(({ description }) => SEASON.test(description));
      return {
        title: typedOf(same),
        cert,
        result: 'same',
        isDoubtful: others.length > 0 || isPrint,
      };
    }
    const isOtherYear = others.some(
      (word) =>
        BEFORE_OTHER_YEAR.has(this.besides(word, -1)) ||
        AFTER_OTHER_YEAR.has(this.besides(word, 1)),
    );
    // Labels of promos have the first year of their series.
    const isClear =
      others.length === 1 && typed.length === 1 && !this.cardTerms.has('promo') && !isOtherYear;
    const result = isClear ? 'different' : 'missing';
    return { title: typedOf(typed), cert, result, isDoubtful: !isClear };
  }

  setName(): Check & { readonly isNamed: boolean } {
    const cert = this.cards[0]?.set_name || null;
    const named = this.cards.map((card) => tellingWords(card));
    const whole = this.cards.map((card) => tellingWords(card, false));
    const isSame = [...named, ...whole].some(
      (words) => words.length > 0 && words.every((word) => this.has(word)),
    );
    const found = this.words.filter((word) => this.isIn(['set', 'subset'], word));
    const house = (terms: ReadonlySet<string>) =>
      HOUSES.filter((names) => [...names].some((name) => terms.has(name)));
    const [ofTitle, ofCard] = [house(this.terms), house(this.cardTerms)];
    const isOther =
      this.isSport && ofTitle.length === 1 && ofCard.length === 1 && ofTitle[0] !== ofCard[0];
    return {
      title: typedOf(
        isOther ? this.unexplained.filter(({ text }) => ofTitle[0]?.has(termOf(text))) : found,
      ),
      cert,
      result: isOther ? 'different' : isSame ? 'same' : 'missing',
      isNamed: (named[0] ?? []).length > 0,
    };
  }

  name(hasNumber: boolean): Check {
    const cert = this.cards[0]?.name || null;
    const names = this.cards.map(({ name }) => nameWords(name)).filter(({ length }) => length > 0);
    if (cert === null || names.length === 0) return { ...MISSING, cert };
    const found = this.words.filter((word) => this.isIn(['name'], word));
    const isWhole = names.some((words) => words.every((word) => this.has(word)));
    const isSurname =
      this.isSport &&
      hasNumber &&
      names.some((words) => {
        const surname = words.findLast(({ text }) => text.length > 2);
        return surname !== undefined && this.has(surname);
      });
    if (isWhole || isSurname) return { title: typedOf(found), cert, result: 'same' };
    const others = this.unexplained.filter(
      (word) =>
        word.kind === 'identifying' && word.looksLike === 'word' && !this.isIncidental(word),
    );
    const isMisspelled = names.flat().some(({ text }) => {
      return text.length > 3 && others.some((other) => isMisspelling(other.text, text));
    });
    const isOther =
      !names.flat().some((word) => this.has(word)) &&
      !isMisspelled &&
      ((others.length > 1 && !hasNumber) ||
        others.some(({ text }) => translationsOf(text).length > 0));
    return {
      title: typedOf(isOther ? others : found),
      cert,
      result: isOther ? 'different' : 'missing',
    };
  }

  number(): Check {
    const cert = this.cards[0]?.card_number || null;
    const keys = this.cards.map(({ card_number }) => numberOf(card_number).toLowerCase());
    const own = keys.filter((key) => key !== '');
    if (cert === null || own.length === 0) return { ...MISSING, cert };
    const candidates = this.words.filter(({ looksLike }) => /number|digits/.test(looksLike));
    const isMarked = ({ looksLike, kind }: QueryWord) =>
      looksLike === 'number' && !(kind === 'serial' && this.isSport);
    const marked = candidates.filter((word) => isMarked(word) && word.text !== '#1');
    // A number of the set, as in `Pokemon 151`, is not the number of the card.
    const inSet = new Set(this.cards.flatMap(({ set_name }) => [...countsOf(set_name).keys()]));
    const all = candidates.filter(
      (word) =>
        (isMarked(word) || word.looksLike === 'digits' || word.text === cert.toLowerCase()) &&
        word.variants.some(({ terms: [term = '', ...more] }) => {
          const isInSet = inSet.has(term) && !isMarked(word) && (this.counts.get(term) ?? 0) < 2;
          // Titles write the code of the set before the number: `SVP067`.
          const [, code = '', rest = ''] = /^([a-z]+)-?(\d+)$/.exec(term) ?? [];
          const number = inSet.has(code) && !own.includes(term) ? rest : term;
          return more.length === 0 && !isInSet && own.includes(numberOf(number).toLowerCase());
        }),
    );
    const same = marked.length > 0 ? all.filter((word) => marked.includes(word)) : all;
    // A number of another set has another size: 4/102 and 4/130.
    const sizes = this.cards.flatMap(({ card_number }) => sizeOf(card_number) ?? []);
    const isOtherSize = same.some(({ text }) => {
      const size = sizeOf(text);
      return size !== null && sizes.length > 0 && !sizes.includes(size) && !this.isSport;
    });
    if (same.length > 0) {
      return { title: typedOf(same), cert, result: isOtherSize ? 'different' : 'same' };
    }
    const prefix = /^([a-z]+)\d/.exec(own[0] ?? '')?.[1];
    const isAlike = ({ text }: QueryWord) =>
      prefix !== undefined && new RegExp(`^${prefix}-?\\d+$`).test(text);
    const others = candidates.filter((word) => marked.includes(word) || isAlike(word));
    const isPart = others.some((word) => this.isIn(['number'], word));
    // A reprint may also have the number of the original, without the letters of its own.
    const isOriginal = !this.isSport && prefix !== undefined && !others.some(isAlike);
    const isOther = others.length === 1 && !isPart && !isOriginal && all.length === 0;
    return { title: typedOf(others), cert, result: isOther ? 'different' : 'missing' };
  }

  parallel(): Check & { readonly isRequired: boolean } {
    const [own] = this.cards;
    // The number of a card of a game tells its subset if it has letters: `GG40`.
    const isSubsetKnown = !this.isSport && /^[a-z]/i.test(own?.card_number ?? '');
    const written = [own?.parallel, isSubsetKnown ? null : own?.subset].filter(Boolean).join(' ');
    const all = readQuery(written, false).filter(({ text }) => !isGeneric(text));
    const named = all.filter(({ text }) => !IMPLIED.has(text));
    const telling = named.length > 0 && this.hasColor ? named : all;
    const needed = this.isSport ? telling : telling.filter(({ text }) => !isRarity(text));
    const cert = written || null;
    const found = this.words.filter((word) =>
      readQuery(written, false).some(({ variants }) =>
        variants.some(({ terms }) =>
          terms.some((term) => word.variants.some((variant) => variant.terms.includes(term))),
        ),
      ),
    );
    const more = this.unexplained.filter((word) => this.isOtherParallel(word));
    if (more.length > 0)
      return { title: typedOf(more), cert, result: 'different', isRequired: true };
    // A word of the set, such as Mosaic, may also name a parallel. A title then has it twice.
    const inSet = new Set(wordsOf(own?.set_name ?? '').flatMap(indexTerms));
    const isNamed = (word: QueryWord) =>
      (word.looksLike === 'year'
        ? this.words.some(({ text }) => text === word.text)
        : this.has(word)) &&
      !word.variants.some(({ terms }) =>
        terms.every((term) => inSet.has(term) && (this.counts.get(term) ?? 0) < 2),
      );
    const isSame = all.length > 0 && (needed.length > 0 ? needed : all).every(isNamed);
    return {
      title: typedOf(found),
      cert,
      result: isSame ? 'same' : 'missing',
      isRequired: needed.length > 0,
    };
  }

  language(): Check & { readonly isDoubtful: boolean } {
    const [own] = this.cards;
    const label = `${own?.set_name ?? ''} ${own?.description ?? ''}`;
    const written = this.isSport ? null : languageOf(readQuery(label, false));
    const cert = written === 'English' ? null : written;
    const words = this.isSport ? [] : this.words;
    const title = languageOf(words);
    const languages = new Set(words.map((word) => languageOf([word])).filter(Boolean));
    // A name in another language may mean a card in this language.
    const isTranslated = title === null && words.some((word) => this.isTranslated(word));
    // `Japan` may be the country of the seller.
    const isPlace =
      cert === null && title === 'Japanese' && !words.some(({ text }) => text === 'japanese');
    const isOfSeller = words.some(
      (word) => languageOf([word]) && AFTER_OTHER_LANGUAGE.has(this.besides(word, 1)),
    );
    const isDoubtful = languages.size > 1 || isTranslated || isPlace || isOfSeller;
    const isSame = title === (cert ?? 'English');
    return {
      title,
      cert,
      result:
        title === null || isDoubtful || (isSame && cert === null)
          ? 'missing'
          : isSame
            ? 'same'
            : 'different',
      isDoubtful,
    };
  }

  /** Whether a word that no label of the card has names another parallel or edition. */
  private isOtherParallel(word: QueryWord): boolean {
    const { text } = word;
    if (RUN.test(text)) return [...this.cardTerms].some((term) => RUN.test(term));
    if (!this.isSport && EDITIONS.has(text)) {
      const isFirst = this.cardTerms.has('1st') && this.cardTerms.has('edition');
      if (text === 'unlimited') return isFirst;
      // Cards of the first edition have no shadow either.
      if (text === 'shadowless') return !isFirst;
      return text !== '1st' || this.terms.has('edition');
    }
    const next = this.besides(word, 1);
    if (!COLORS.has(text) || TEAMS.get(next)?.has(text)) return false;
    // In games, a color also belongs to a rarity (`Gold Hyper Rare`), a series or the border of every card.
    if (!this.isSport && (!PATTERNS.has(next) || /^(?:hyper|border|foil|holo)$/.test(next)))
      return false;
    // A parallel that is called only `Prizm` is silver.
    if (text === 'silver' && IMPLIED.has(next) && this.cardTerms.has(termOf(next))) return false;
    if (!this.hasColor) return PATTERNS.has(next) || RUN.test(next);
    return ![...this.terms].some((term) => COLORS.has(term) && this.cardTerms.has(term));
  }

  /** Whether only a translation of a word is on the card. */
  private isTranslated({ variants, text }: QueryWord): boolean {
    const isKnown = (terms: readonly string[]) => terms.every((term) => this.cardTerms.has(term));
    return !variants.some(({ terms }) => isKnown(terms)) && translationsOf(text).some(isKnown);
  }

  private isExplained(word: QueryWord): boolean {
    const isKnown = (terms: readonly string[]) => terms.every((term) => this.cardTerms.has(term));
    // Crystal cards have numbers beyond the size of their set.
    if (word.text === 'crystal' && !this.cardTerms.has('crystal') && !this.isBeyondSet)
      return false;
    return (
      word.variants.some(({ terms }) => isKnown(terms)) ||
      translationsOf(word.text).some(isKnown) ||
      (word.text === 'unlimited' &&
        !['1st', 'shadowless'].some((term) => this.cardTerms.has(term))) ||
      (word.text === 'shadowless' &&
        ['1st', 'edition'].every((term) => this.cardTerms.has(term) && this.terms.has(term)))
    );
  }

  /** Whether a word says nothing about which card it is. */
  private isIncidental(read: QueryWord): boolean {
    const { text, kind, looksLike, variants } = read;
    const word = text.replace(/^#/, '');
    const next = this.besides(read, 1);
    if (!this.isSport && GAME_PRINTS.has(word)) return false;
    // `Amazing Rare` is a rarity, and not praise.
    if (!this.isSport && SPECIAL.has(word) && next === 'rare' && !this.isSpecial) return false;
    if (!this.isSport && ORDINARY.has(word) && this.isSpecial) return false;
    // Labels of old cards always say it. Later, it may be another print, unless all prints of the card are foil.
    const isOld = Number(firstYearOf(this.cards[0]?.year ?? '')) < 2003;
    if (!this.isSport && HOLO.has(word) && (isOld || !(this.isSpecial || this.hasKind)))
      return false;
    return (
      (kind === 'noise' && word !== 'wnba') ||
      looksLike === 'year' ||
      isPraise(word) ||
      FILLERS.has(word) ||
      (this.isSport ? OWNERS : GAME_OWNERS).has(word) ||
      isGame(word) ||
      (!this.isSport && (LANGUAGES.has(termOf(word)) || CARD_TYPES.has(word))) ||
      (word === 'species' && this.besides(read, -1) === 'delta') ||
      (word === 'gold' && next === 'star' && this.cardTerms.has('star')) ||
      GRAMMAR.has(word) ||
      TEAMS.get(word)?.has(this.besides(read, -1)) ||
      TEAMS.get(next)?.has(word) ||
      (this.isSport && word === '1st') ||
      (!this.isSport && SERIES.has(word) && this.isOfSeries && !this.isOtherSeries(word)) ||
      (!this.isSport &&
        !word.split(' ').some((part) => COLORS.has(part)) &&
        [word.split(/[\s-]/), variants[0]?.terms ?? []].some((words) =>
          isRarityOf(words, this.isSpecial, this.hasKind),
        ))
    );
  }

  /** Returns the word before or after a word of the title. */
  private besides(word: QueryWord, step: -1 | 1): string {
    return this.words[this.words.indexOf(word) + step]?.text ?? '';
  }

  private get isBeyondSet(): boolean {
    return this.cards.some(({ card_number }) => isBeyondSet(card_number));
  }

  /** Whether the card is of a year in which sets belonged to series. */
  private get isOfSeries(): boolean {
    return Number(firstYearOf(this.cards[0]?.year ?? '')) >= FIRST_SERIES;
  }

  /** Whether a word names a series of sets, and a label of the card another one. */
  private isOtherSeries(word: string): boolean {
    const isOnCard = (series: ReadonlySet<string>) =>
      [...series].some((each) => this.cardTerms.has(each));
    return (
      SERIES_WORDS.some(isOnCard) &&
      !SERIES_WORDS.some((series) => series.has(word) && isOnCard(series))
    );
  }

  private has({ variants }: QueryWord): boolean {
    return variants.some(({ terms }) => terms.every((term) => this.terms.has(term)));
  }

  /** Whether a word of the title is in one of the fields of a card. */
  private isIn(fields: readonly Field[], { variants, text }: QueryWord): boolean {
    const isField = (terms: readonly string[]) =>
      terms.every((term) =>
        this.entries.some((entry) => fields.some((field) => entry[field].includes(term))),
      );
    return variants.some(({ terms }) => isField(terms)) || translationsOf(text).some(isField);
  }
}

/** Whether a word is a print run or the number of a copy in it, such as `/25` and `12/25`. */
const isCopy = ({ text, kind }: QueryWord): boolean => RUN.test(text) || kind === 'serial';

const isRarity = (text: string): boolean => text.split(/[\s-]/).every((word) => RARITY.has(word));

function isGeneric(text: string): boolean {
  return COMPLEMENTS.has(text) || FILLERS.has(text) || NO_PARALLEL.has(text);
}

/** Returns the words of a set name, without those that labels and titles omit if `isShort`. */
function tellingWords({ set_name, category }: CardText, isShort = true): QueryWord[] {
  const omitted = new Set([...category.toLowerCase().split(/\W+/), 'pokemon', 'cards']);
  const all = readQuery(set_name.replace(SET_CODE, ' '), false).filter(
    ({ text, looksLike }) =>
      looksLike !== 'year' &&
      !omitted.has(text) &&
      !LANGUAGES.has(termOf(text)) &&
      !LEAGUES.has(text),
  );
  if (!isShort) return all;
  const named = all.filter(({ text }) => !FILLERS.has(text));
  const isPokemon = omitted.has('pokemon') && isGame(category.toLowerCase());
  const short = named.filter(
    ({ text }) =>
      !OWNERS.has(text) &&
      !GAME_OWNERS.has(text) &&
      text !== 'nintendo' &&
      text !== 'series' &&
      !(isPokemon && (SERIES.has(text) || AMBIGUOUS_SERIES.has(text))),
  );
  return short.length > 0 ? short : named;
}

function nameWords(name: string): QueryWord[] {
  const words = readQuery(name, false);
  const required = words.filter(
    ({ text }) => !isOptionalInName(termOf(text)) || (COLORS.has(text) && words.length > 1),
  );
  return required.length > 0 ? required : words;
}

function languageOf(words: readonly QueryWord[]): string | null {
  const named = words.flatMap(({ text }) => LANGUAGES.get(termOf(text)) ?? []);
  return named.find((language) => language !== 'English') ?? named[0] ?? null;
}

/** Returns the words for each rarity of {@link RARITIES} that a text names. */
function raritiesIn(text: string): Map<RegExp, string> {
  const found = new Map<RegExp, string>();
  let rest = fold(text).replace(/[^\p{L}\p{N}]+/gu, ' ');
  for (const rarity of RARITIES) {
    rest = rest.replace(rarity, (words) => {
      found.set(rarity, words);
      return ' ';
    });
  }
  return found;
}

function countsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of wordsOf(text).flatMap((word) => [...new Set(indexTerms(word))])) {
    counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
}

function firstYearOf(text: string): string | undefined {
  return /(?:18|19|20)\d\d/.exec(text)?.[0];
}

/** Whether a text has a number beyond the size of its set, such as `215/203`. */
function isBeyondSet(text: string): boolean {
  const [, number, size] = /(?<!\d)(\d{1,3})\/(\d{1,3})(?!\d)/.exec(text) ?? [];
  return Number(number) > Number(size);
}

function sizeOf(number: string): string | null {
  return /\d\/0*(\d+)$/.exec(number)?.[1] ?? null;
}

function typedOf(words: readonly QueryWord[]): string | null {
  return words.flatMap(({ typed }) => typed).join(' ') || null;
}
