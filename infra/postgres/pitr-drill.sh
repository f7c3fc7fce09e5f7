#!/usr/bin/env bash
# Tests point-in-time recovery. Starts a PostgreSQL server that archives its WAL, imports a dataset, takes a base
# backup, imports changes, and truncates tables by mistake. Restores the backup into a new data directory, replays the
# WAL until just before the mistake, and compares the result with the source at that time. Prints times and sizes.
#
# infra/postgres/pitr-drill.sh DATASET CHANGES
#
# DATASET and CHANGES are directories for `admin import`, such as two days of `npm run synth`. The script stores
# everything in TMPDIR, and removes it at the end. Requires the built project, and PATH with the programs of
# PostgreSQL's server (on Debian: /usr/lib/postgresql/15/bin).
set -euo pipefail
[ $# = 2 ] || { sed -n '2,10p' "$0" >&2; exit 2; }
dataset=$(realpath "$1") changes=$(realpath "$2")
. "$(dirname "$0")/drill.sh"
trap 'stop source; stop target; rm -rf "$work"' EXIT

as_server() { "$@"; }
if [ "$(id -u)" = 0 ]; then
  # PostgreSQL refuses to run as root.
  user=$(id -un postgres 2>/dev/null || echo nobody)
  chown "$user" "$work"
  as_server() { runuser -u "$user" -- "$@"; }
fi
cd "$work"
as_server mkdir archive

# start NAME SETTING…: starts the server with the data directory NAME on a free port. Sets $url.
start() {
  local name=$1 port
  port=$(node -e 'const s = net.createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
  printf '%s\n' "listen_addresses = '127.0.0.1'" "port = $port" "unix_socket_directories = ''" 'shared_buffers = 256MB' \
    'max_wal_size = 4GB' "${@:2}" >>"$name/postgresql.conf"
  as_server pg_ctl start --silent --wait --timeout=3600 --pgdata="$name" --log="$name.log" || { cat "$name.log" >&2; exit 1; }
  url=postgres://postgres@127.0.0.1:$port
}
stop() { [ ! -e "$work/$1/postmaster.pid" ] || as_server pg_ctl stop --silent --mode=immediate --pgdata="$work/$1" || :; }

# wait_for URL CONDITION: waits until a condition is true. Exits if the server has stopped.
wait_for() {
  local is_true
  while is_true=$(ask "$1" "select $2") && [ "$is_true" != t ]; do sleep 0.1; done
  [ "$is_true" = t ] || { tail -n 20 ./*.log >&2; exit 1; }
}

as_server initdb --pgdata=source --username=postgres --auth=trust --encoding=UTF8 --locale=C --lc-ctype=C.UTF-8 >/dev/null
# The archive command must not overwrite a file.
start source 'archive_mode = on' "archive_command = 'test ! -e $work/archive/%f && cp %p $work/archive/%f'"
source_server=$url source_url=$url/gcd
ask "$source_server" 'create role gcd_owner login createrole'
ask "$source_server" 'create database gcd owner gcd_owner'
owner_url=${source_url/postgres@/gcd_owner@}
admin "$owner_url" migrate
admin "$owner_url" import "$dataset"
step 'import of the dataset'

as_server pg_basebackup --dbname="$source_server" --pgdata=backup --checkpoint=fast --wal-method=none 2>/dev/null
backup_bytes=$(du -sb backup | cut -f 1)
backup_end=$(ask "$source_server" 'select pg_current_wal_lsn()')
step "base backup, $backup_bytes bytes"

admin "$owner_url" import "$changes"
step 'import of the changes'

ask "$source_url" "$facts" >expected
good_time=$(ask "$source_url" 'select clock_timestamp()')
wal_bytes=$(ask "$source_url" "select pg_wal_lsn_diff(pg_current_wal_lsn(), '$backup_end')")
ask "$source_url" 'truncate cards, certs cascade' 2>/dev/null
ask "$source_url" "$facts" >after_mistake
! diff -q expected after_mistake >/dev/null || { echo 'The mistake changed nothing.' >&2; exit 1; }
# Archive the current WAL segment now. On a server with low load, `archive_timeout` would do this after 5 minutes.
segment=$(ask "$source_server" 'select pg_walfile_name(pg_switch_wal())')
wait_for "$source_server" "last_archived_wal collate \"C\" >= '$segment' from pg_stat_archiver"
step 'mistake, and archiving of the remaining WAL'

restore_started=$SECONDS
as_server cp -R backup target
step 'copy of the base backup'
as_server touch target/recovery.signal
start target 'archive_mode = off' "restore_command = 'cp $work/archive/%f %p'" \
  "recovery_target_time = '$good_time'" 'recovery_target_action = promote'
target_url=$url/gcd
wait_for "$target_url" 'not pg_is_in_recovery()'
step "replay of $wal_bytes bytes of WAL"
admin "${target_url/postgres@/gcd_owner@}" feed restored
step 'admin feed restored'
rto=$((SECONDS - restore_started))

ask "$target_url" "$facts" >restored
step 'comparison'
cat restored
ask "$target_url" "select format('database: %s bytes', pg_database_size(current_database()))"
diff expected restored || { echo 'The restored database differs from its source before the mistake.' >&2; exit 1; }
echo 'The restored database equals the source before the mistake.'
ask "$target_url" "select format('The last restored transaction ended %s ms before the target time.',
  round(1000 * extract(epoch from timestamptz '$good_time' - pg_last_xact_replay_timestamp())))"
printf 'Restored in %d min %d s (total: %d s).\n' $((rto / 60)) $((rto % 60)) $((SECONDS - started))
