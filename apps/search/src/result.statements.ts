import { DISPLAY_NAME, GRADER_CARD_COLUMNS } from '@gcd/population/grader-card';

/**
 * Statement that returns cards. A match may commit after the search found the cards, so each id is resolved to its
 * current universal card.
 */
export const CARDS = {
  name: 'search-result-cards',
  text: `
    select ${GRADER_CARD_COLUMNS}, counted.*
    from (
      select coalesce(found.universal, found.id) as card, min(ordinal) as ordinal
      from unnest($1::integer[]) with ordinality k (card, ordinal) join cards found on found.id = k.card group by 1
    ) k
    join cards grader_card on grader_card.id = k.card
    left join cards promoted on promoted.id = grader_card.universal
    cross join lateral (
      select coalesce(sum(p.total), 0)::integer as total_population, coalesce(sum(p.gem_total), 0)::integer as gem_total,
        to_json(array_agg(member.grader order by member.grader)) as graders_included
      from (
        select m.id, m.grader from cards m where m.universal = k.card
        union all
        select grader_card.id, grader_card.grader where grader_card.universal is null
      ) member
      left join populations p on p.card = member.id
    ) counted
    order by k.ordinal`,
};

/** Statement that returns grader cards. */
export const ENTRIES = {
  name: 'search-result-entries',
  text: `
    select grader_card.id, grader_card.grader, encode(grader_card.card_id, 'hex') as card_id, grader_card.description,
      ${DISPLAY_NAME}, coalesce(p.total, 0) as population, card.category, card.year, card.set_name
    from unnest($1::integer[]) with ordinality k (id, ordinal)
    join cards grader_card using (id)
    join cards card on card.id = coalesce(grader_card.universal, grader_card.id)
    left join populations p on p.card = grader_card.id
    order by k.ordinal`,
};
