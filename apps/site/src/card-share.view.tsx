import type { VNode } from 'preact';
import type { Card } from '@gcd/client';
import { cardPath, pageIdOf } from './addresses.js';
import { CopyButton } from './card-entries.view.js';

/** Renders ways to share a card: a link, a badge, and a frame for other sites. */
export function ShareSection({ card, siteUrl }: { card: Card; siteUrl: string }): VNode {
  const [url, name] = [siteUrl + cardPath(card), card.display_name];
  const files = `/card/${pageIdOf(card)}`;
  const label = attribute(`Graded copies of ${name}`);
  const snippets = [
    [
      'Badge',
      `<a href="${url}"><img src="${siteUrl}${files}/badge.svg" alt="${label}" height="20"></a>`,
    ],
    [
      'Frame',
      `<iframe src="${siteUrl}${files}/embed" title="${label}" width="480" height="960" loading="lazy"></iframe>`,
    ],
  ] as const;
  return (
    <section aria-labelledby="share">
      <h2 id="share">Share</h2>
      <p>
        <img
          src={`${files}/badge.svg`}
          alt={`Badge: graded copies of ${name}`}
          height="20"
          loading="lazy"
        />
      </p>
      <dl class="snippets">
        <Snippet title="Link" text={url} />
      </dl>
      <details>
        <summary>Code for a badge or a frame</summary>
        <dl class="snippets">
          {snippets.map(([title, text]) => (
            <Snippet title={title} text={text} />
          ))}
        </dl>
      </details>
    </section>
  );
}

function Snippet({ title, text }: { title: string; text: string }): VNode {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <code>{text}</code>
        <CopyButton text={text} label={`Copy: ${title}`} />
      </dd>
    </div>
  );
}

const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
