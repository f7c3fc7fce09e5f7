const ACCENTED = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu;

/** Replacements for letters that Unicode does not decompose, for punctuation, and for symbols that stand for words. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  '’': "'",
  '‘': "'",
  '`': "'",
  '´': "'",
  ʼ: "'",
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  '⁄': '/',
  '♀': ' f ',
  '♂': ' m ',
  δ: ' delta ',
  '★': ' star ',
  '☆': ' star ',
};
const TO_SPELL = new RegExp(`[${Object.keys(SPELLED).join('')}]`, 'g');
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches all of ASCII
const ASCII = /^[\u0000-\u007f]*$/;
const HIRAGANA = /[\u3041-\u3096]/g;
const TO_KATAKANA = 0x60;

/**
 * Normalizes text for comparison. The result has one letter case, width and kind of kana, no accents, and one kind of
 * hyphen and apostrophe. Voicing marks of kana are kept, because they distinguish letters.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(ACCENTED, '$1')
    .normalize('NFC')
    .replace(TO_SPELL, (letter) => SPELLED[letter] ?? letter)
    .replace(HIRAGANA, (kana) => String.fromCharCode(kana.charCodeAt(0) + TO_KATAKANA));
}
