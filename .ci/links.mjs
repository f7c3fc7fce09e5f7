// Checks that every relative link of the Markdown files leads to a file, and to a heading if it has an anchor.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const files = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).trim().split('\n');
let hasBroken = false;

/** Returns the anchors of the headings of a page, as GitHub forms them. */
function anchorsOf(file) {
  const text = readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  );
}

for (const file of files.filter(existsSync)) {
  const text = readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^(\w+:|\/)/.test(target)) continue;
    const [to, anchor] = target.split('#');
    const linked = to ? path.join(path.dirname(file), to) : file;
    const isFound =
      existsSync(linked) &&
      (!anchor || !linked.endsWith('.md') || anchorsOf(linked).includes(anchor));
    if (isFound) continue;
    console.error(`${file}: ${target} does not exist`);
    hasBroken = true;
  }
}
if (hasBroken) process.exitCode = 1;
