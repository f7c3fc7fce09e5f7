import type { MigrationInterface, QueryRunner } from 'typeorm';

const createFunction = (raiseVersion: string): string => `
  create or replace function begin_feed_epoch(safe bigint default null) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    head feed_head;
  begin
    ${raiseVersion}
    select * into strict head from feed_head for update;
    insert into feed_epochs (epoch, safe_seq) values (head.epoch, least(head.seq, safe));
    -- Epochs are times, because a restored database does not contain the epochs that followed its backup.
    update feed_head set epoch = greatest(head.epoch + 1, milliseconds_now()), history = database_history()
    returning epoch into head.epoch;
    return head.epoch;
  end $$;`;

/**
 * Raises the data version to the time in seconds when an epoch begins. The new version is then higher than the versions
 * that were lost in the failover or restore. A standby that still has the lost data therefore never counts as current.
 */
export class VersionOfEpochs1790000000066 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      createFunction(`
    -- Lock this row first, because imports lock it before they lock feed_head.
    update dataset set version = greatest(version + 1, milliseconds_now() / 1000);`),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(createFunction(''));
  }
}
