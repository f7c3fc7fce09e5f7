import type { VNode } from 'preact';
import { fold, WORD } from './words.js';

/** Renders `text`, and marks the parts of its words that match a search. */
export function Highlight({ text, words }: { text: string; words: readonly string[] }): VNode {
  const parts: (string | VNode)[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const folded = fold(word);
    const hit = words.find((each) => folded.startsWith(each));
    if (hit === undefined) continue;
    // Removing accents or converting to lower case can change the length of a word. In that case, mark the whole word.
    const length = folded.length === word.length ? hit.length : word.length;
    parts.push(text.slice(end, index), <mark>{text.slice(index, index + length)}</mark>);
    end = index + length;
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  );
}
