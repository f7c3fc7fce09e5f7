import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ROLES } from '../roles.js';

/** SQL of the function that publishes changes. A later migration replaces this function. */
export const PUBLISH_CARD_CHANGES = `
  -- Publishes cards in the feed under their universal id or, if they have none, their own id. Must be called at the end
  -- of the transaction that changed the cards, because no other transaction can publish until it commits. Returns the
  -- number of ids.
  create function publish_card_changes(touched integer[]) returns bigint
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

    insert into card_changes (card_id, seq)
    select card_id, head.seq + row_number() over (order by card_id)
    from (
      select distinct coalesce(promoted.card_id, cards.card_id) as card_id
      from cards left join cards promoted on promoted.id = cards.universal
      where cards.id = any(touched)
    ) ids
    on conflict (card_id) do update set seq = excluded.seq;
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
  end $$;`;

/**
 * Creates the change feed: the latest change of each card, with a sequence number. The number comes from a single row
 * that stays locked until the commit. Only one transaction at a time can hold numbers that are not visible yet. A
 * reader therefore sees all numbers up to the highest visible one.
 */
export class ChangeFeed1790000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table card_changes (
        card_id bytea not null constraint card_changes_pkey primary key,
        seq bigint not null constraint card_changes_seq_key unique
      );

      create table feed_days (
        day date not null constraint feed_days_pkey primary key,
        before_seq bigint not null
      );

      create table feed_epochs (
        epoch bigint not null constraint feed_epochs_pkey primary key,
        safe_seq bigint not null
      );

      create table feed_head (
        id smallint not null default 1 constraint feed_head_pkey primary key constraint feed_head_one_row check (id = 1),
        epoch bigint not null,
        seq bigint not null default 0,
        last_day date,
        history text not null
      );
    `);
    await runner.query(`
      create function milliseconds_now() returns bigint language sql as
      'select (extract(epoch from clock_timestamp()) * 1000)::bigint';

      -- Identifies the cluster and its timeline. The cluster changes when a dump is restored, and the timeline when a
      -- standby is promoted.
      create function database_history() returns text language sql as $$
        select system_identifier || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) from pg_control_system()
      $$;

      insert into feed_head (epoch, history) values (milliseconds_now(), database_history());
    `);
    await runner.query(`
      -- Begins an epoch. Clients may have read changes after the position safe in the previous epoch, which may have
      -- been lost.
      create function begin_feed_epoch(safe bigint default null) returns bigint
      language plpgsql security definer set search_path = public, pg_temp as $$
      declare
        head feed_head;
      begin
        select * into strict head from feed_head for update;
        insert into feed_epochs (epoch, safe_seq) values (head.epoch, least(head.seq, safe));
        -- Epochs are times, because a restored database does not contain the epochs that followed its backup.
        update feed_head set epoch = greatest(head.epoch + 1, milliseconds_now()), history = database_history()
        returning epoch into head.epoch;
        return head.epoch;
      end $$;

      ${PUBLISH_CARD_CHANGES}

      revoke execute on function begin_feed_epoch, publish_card_changes from public;
    `);
    await runner.query(`
      grant select on card_changes, feed_days, feed_epochs, feed_head to ${ROLES.changes};
      revoke select on dataset, cards from ${ROLES.changes};
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function publish_card_changes, begin_feed_epoch, database_history, milliseconds_now;
      drop table feed_head, feed_epochs, feed_days, card_changes;
      grant select on dataset, cards to ${ROLES.changes};
    `);
  }
}
