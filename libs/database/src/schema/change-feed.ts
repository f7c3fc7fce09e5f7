/**
 * The change feed: the latest change of each card, with a sequence number. The number comes from a single row that stays
 * locked until the commit, so only one transaction at a time can hold numbers that are not visible yet. A reader
 * therefore sees all numbers up to the highest visible one. Only the functions below write to these tables.
 */
export const CHANGE_FEED = `
  -- If a transaction changes a card in several ways, the reason is the one that comes last in this list.
  create type change_reason as enum ('population', 'unmatch', 'match');

  create table card_changes (
    card_id bytea not null constraint card_changes_pkey primary key, -- universal card id, or the id of an unmatched card
    seq bigint not null constraint card_changes_seq_key unique,
    reason change_reason not null
  );

  -- Days (UTC) on which cards changed, with the last sequence number before the first change of the day.
  create table feed_days (
    day date not null constraint feed_days_pkey primary key,
    before_seq bigint not null
  );

  -- Epochs that have ended. Changes after safe_seq that clients read during the epoch may have been lost.
  create table feed_epochs (
    epoch bigint not null constraint feed_epochs_pkey primary key,
    safe_seq bigint not null
  );

  -- The head of the feed, one row.
  create table feed_head (
    id smallint not null default 1 constraint feed_head_pkey primary key constraint feed_head_one_row check (id = 1),
    epoch bigint not null, -- start of the epoch in milliseconds since 1970
    seq bigint not null default 0, -- highest sequence number
    last_day date, -- latest row of feed_days
    history text not null -- database_history() when the latest change was published
  );

  create function milliseconds_now() returns bigint language sql as
  'select (extract(epoch from clock_timestamp()) * 1000)::bigint';

  -- Identifies the cluster and its timeline. The cluster changes when a dump is restored, and the timeline when a
  -- standby is promoted.
  create function database_history() returns text language sql as $$
    select system_identifier || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) from pg_control_system()
  $$;

  insert into feed_head (epoch, history) values (milliseconds_now(), database_history());

  -- Begins an epoch. Clients may have read changes after the position safe in the previous epoch, which may have been
  -- lost. Raises the data version to the time in seconds, so that it is higher than the versions that were lost in the
  -- failover or restore. A standby that still has the lost data therefore never counts as current.
  create function begin_feed_epoch(safe bigint default null) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    head feed_head;
  begin
    -- Lock this row first, because imports lock it before they lock feed_head.
    update dataset set version = greatest(version + 1, milliseconds_now() / 1000);
    select * into strict head from feed_head for update;
    insert into feed_epochs (epoch, safe_seq) values (head.epoch, least(head.seq, safe));
    -- Epochs are times, because a restored database does not contain the epochs that followed its backup.
    update feed_head set epoch = greatest(head.epoch + 1, milliseconds_now()), history = database_history()
    returning epoch into head.epoch;
    return head.epoch;
  end $$;

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

  revoke execute on function begin_feed_epoch, publish_card_changes from public;
`;
