import type { ComponentChildren, VNode } from 'preact';
import { type AddressedCard, cardPath, pageIdOf } from './addresses.js';

/** Renders a link to a card, and a star that adds the card to the watch list or removes it. */
export function CardLink({
  card,
  isCurrent = false,
  children,
}: {
  card: AddressedCard;
  /** Whether the page is about this card. */
  isCurrent?: boolean;
  /** Content of the link; by default, the name of the card. */
  children?: ComponentChildren;
}): VNode {
  return (
    <>
      <a href={cardPath(card)} aria-current={isCurrent ? 'page' : undefined}>
        {children ?? card.display_name}
      </a>
      {!isCurrent && (
        <button
          type="button"
          class="star scripts-only"
          data-watch={pageIdOf(card)}
          data-name={card.display_name}
        />
      )}
    </>
  );
}
