import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ROLES } from '../roles.js';
import { PUBLISH_CARD_CHANGES } from './1790000000005-change-feed.js';

/**
 * Records why a card is in the feed, and lets the changes service read the counts on a page. Earlier changes count as
 * population changes, because their reason is unknown.
 */
export class ChangeReasons1790000000020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- If a transaction changes a card in several ways, the reason is the one that comes last in this list.
      create type change_reason as enum ('population', 'unmatch', 'match');
      alter table card_changes add column reason change_reason not null default 'population';
      alter table card_changes alter column reason drop default;

      grant select (id, card_id, universal, grader) on cards to ${ROLES.changes};
      grant select (card, total, gem_total) on populations to ${ROLES.changes};
    `);
    await runner.query(`
      drop function publish_card_changes(integer[]);

      -- Publishes cards in the feed under their universal id or, if they have none, their own id. Must be called at the
      -- end of the transaction that changed the cards, because no other transaction can publish until it commits. The
      -- second array contains the reason for each card, in the same order; by default, it is a population change.
      -- Returns the number of ids.
      create function publish_card_changes(touched integer[], reasons change_reason[] default '{}') returns bigint
      language plpgsql security definer set search_path = public, pg_temp as $$
      declare
        head feed_head;
        published bigint;
        today date;
      begin
        select * into strict head from feed_head for update;
        if head.history <> database_history() then
          head.epoch := begin_feed_epoch();
        end if;

        -- Matched cards now appear under their universal id. The array touched also contains the promoted card.
        delete from card_changes using cards
        where cards.id = any(touched) and cards.universal <> cards.id and card_changes.card_id = cards.card_id;

        insert into card_changes (card_id, seq, reason)
        select card_id, head.seq + row_number() over (order by card_id), reason
        from (
          select coalesce(promoted.card_id, cards.card_id) as card_id, coalesce(max(change.reason), 'population') as reason
          from unnest(touched, reasons) change (card, reason)
          join cards on cards.id = change.card left join cards promoted on promoted.id = cards.universal
          group by 1
        ) ids
        on conflict (card_id) do update set seq = excluded.seq, reason = excluded.reason;
        get diagnostics published = row_count;
        if published = 0 then
          return 0;
        end if;

        today := (clock_timestamp() at time zone 'UTC')::date;
        if head.last_day is null or head.last_day < today then
          insert into feed_days (day, before_seq) values (today, head.seq);
        end if;
        update feed_head set seq = head.seq + published, last_day = greatest(head.last_day, today);
        return published;
      end $$;

      revoke execute on function publish_card_changes from public;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function publish_card_changes(integer[], change_reason[]);
      ${PUBLISH_CARD_CHANGES}
      revoke execute on function publish_card_changes from public;
      revoke select on cards, populations from ${ROLES.changes};
      alter table card_changes drop column reason;
      drop type change_reason;
    `);
  }
}
