const ROWS: Readonly<Record<string, string>> = {
  ア: 'a i u e o',
  カ: 'ka ki ku ke ko',
  サ: 'sa shi su se so',
  タ: 'ta chi tsu te to',
  ナ: 'na ni nu ne no',
  ハ: 'ha hi fu he ho',
  マ: 'ma mi mu me mo',
  ラ: 'ra ri ru re ro',
  ガ: 'ga gi gu ge go',
  ザ: 'za ji zu ze zo',
  ダ: 'da ji zu de do',
  バ: 'ba bi bu be bo',
  パ: 'pa pi pu pe po',
};
const KANA: Readonly<Record<string, string>> = {
  ア: 'アイウエオ',
  カ: 'カキクケコ',
  サ: 'サシスセソ',
  タ: 'タチツテト',
  ナ: 'ナニヌネノ',
  ハ: 'ハヒフヘホ',
  マ: 'マミムメモ',
  ラ: 'ラリルレロ',
  ガ: 'ガギグゲゴ',
  ザ: 'ザジズゼゾ',
  ダ: 'ダヂヅデド',
  バ: 'バビブベボ',
  パ: 'パピプペポ',
};
const SYLLABLES = new Map<string, string>([
  ['ヤ', 'ya'],
  ['ユ', 'yu'],
  ['ヨ', 'yo'],
  ['ワ', 'wa'],
  ['ヲ', 'o'],
  ['ン', 'n'],
  ['ヴ', 'vu'],
  ['ー', ''],
  ['・', ' '],
  ...Object.entries(KANA).flatMap(([row, kana]) => {
    const syllables = (ROWS[row] as string).split(' ');
    return [...kana].map((each, index): [string, string] => [each, syllables[index] as string]);
  }),
]);
const SMALL: ReadonlyMap<string, string> = new Map([
  ['ャ', 'ya'],
  ['ュ', 'yu'],
  ['ョ', 'yo'],
  ['ァ', 'a'],
  ['ィ', 'i'],
  ['ゥ', 'u'],
  ['ェ', 'e'],
  ['ォ', 'o'],
]);

/**
 * Converts katakana to Latin letters (Hepburn, without marks for long vowels): フシギバナ becomes `fushigibana`.
 * @returns an empty string if `katakana` contains any other character
 */
export function romanize(katakana: string): string {
  let text = '';
  let isDoubled = false;
  for (const each of katakana) {
    const small = SMALL.get(each);
    const syllable = SYLLABLES.get(each);
    if (each === 'ッ') isDoubled = true;
    else if (small) text = withSmall(text, small);
    else if (syllable === undefined) return '';
    else {
      text += isDoubled ? syllable.slice(0, 1) + syllable : syllable;
      isDoubled = false;
    }
  }
  return text;
}

/**
 * Appends a small kana, which replaces the preceding vowel. For example, `ki` and `ya` become `kya`, and `shi` and `ya`
 * become `sha`.
 */
function withSmall(text: string, small: string): string {
  const start = text.slice(0, -1);
  return start + (/(sh|ch|j)$/.test(start) ? small.replace('y', '') : small);
}
