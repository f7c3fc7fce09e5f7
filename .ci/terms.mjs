/**
 * Fails if documentation, a comment or a test title contains a term that CONTRIBUTING.md ("Writing") replaces with a
 * standard one. cspell checks single words. This script checks phrases.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Disallowed phrases and their replacements. A space in a phrase matches any white space, including a line break in a
 * comment.
 */
const TERMS = [
  ['look-ups?', 'lookup'],
  ['time-outs?', 'timeout'],
  ['turns? of the event loop', 'event-loop tick'],
  ['calls? (?:a|per) second', 'requests per second'],
  ['generator of load', 'load generator'],
  ["operator's program", 'admin command'],
  ['map of grades', 'grade map (endpoint) or grade scale (internal)'],
  ['kept answers?', 'cached responses'],
  ['roll[ -]call', 'service discovery'],
  [
    'unmatched entr(?:y|ies)|matched entr(?:y|ies)|universal entr(?:y|ies)',
    'grader card, universal card',
  ],
  [
    "graders?'s? (?:own )?(?:catalog )?entr(?:y|ies)|entr(?:y|ies) of (?:a|one|each|every|another) grader",
    'grader card',
  ],
  ['refusals?', 'rejection'],
  ['taken back', 'rolled back, unmatched or refunded'],
  ['under way', 'in progress, or in flight for requests'],
  ['(?:is|are|was|were|has gone|have gone) away', 'unavailable'],
  ['(?:stands?|stood|standing) still', 'stalled, suspended or blocked'],
  ['hears? of', 'receives, or is notified of'],
  ['(?:is|are|was|were) (?:asked|told)', 'the subject that sends a request or message'],
  ['none of ours', 'unknown or invalid'],
  ['whoever', 'the client, reader or process'],
  ['anew', 'again'],
];

const files = (...patterns) =>
  execFileSync('git', ['ls-files', '--', ...patterns], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);

/** Replaces everything except line breaks with spaces, so that line numbers stay correct. */
const blank = (text) => text.replace(/[^\n]/g, ' ');

const PROSE = {
  markdown: (text) => text.replace(/^ *```[\s\S]*?^ *```|`[^`\n]*`|^ {4}.*$|\]\([^)]*\)/gm, blank),
  code: (text) =>
    keep(
      text,
      /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*|\b(?:it|describe)(?:\.each[\s\S]*?)?\(\s*(['"`]).*?\1/gm,
    ),
  hash: (text) => keep(text, /(?<=^|\s)#(?!!).*/gm),
};

/**
 * Keeps only the text that matches a pattern. Replaces all other text, and comment markers and code in backquotes
 * within matches, with spaces.
 */
function keep(text, pattern) {
  let at = 0;
  let kept = '';
  for (const match of text.matchAll(pattern)) {
    kept += blank(text.slice(at, match.index));
    kept += match[0].replace(/`[^`\n]*`/g, blank).replace(/^\s*(?:\*|\/\/|#)/gm, blank);
    at = match.index + match[0].length;
  }
  return kept + blank(text.slice(at));
}

let failures = 0;
function check(list, prose) {
  for (const file of list) {
    const text = prose(readFileSync(file, 'utf8'));
    for (const [phrase, standard] of TERMS) {
      const pattern = new RegExp(`\\b(?:${phrase.replaceAll(' ', '\\s+')})\\b`, 'gi');
      for (const match of text.matchAll(pattern)) {
        const line = text.slice(0, match.index).split('\n').length;
        console.error(`${file}:${line}: "${match[0].replace(/\s+/g, ' ')}". Write: ${standard}.`);
        failures += 1;
      }
    }
  }
}

const EXCLUDED = [':!**/data/**'];
check(files('*.md', ...EXCLUDED), PROSE.markdown);
check(files('*.ts', '*.tsx', '*.mjs', '*.js', ...EXCLUDED), PROSE.code);
check(files('*.sh', '*.yaml', '*.yml', '*.py', 'Dockerfile', '.ci/run', ...EXCLUDED), PROSE.hash);
if (failures > 0) process.exit(1);
