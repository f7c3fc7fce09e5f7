#!/usr/bin/env bash
# Restores a backup into a new database, as after a disaster, and compares the result with the source at the time of the
# backup. Prints the time and the size.
#
#   infra/postgres/restore-drill.sh SOURCE_URL TARGET_URL [DUMP]
#
# SOURCE_URL: the database, with its owner's role. TARGET_URL: a database that does not exist yet, on the same or
# another server, with a role that may create databases. DUMP: a dump created by `pg_dump -Fd` or `pg_dump -Fc`, which is
# restored without a comparison; if omitted, a temporary dump is created. The restored database is kept for inspection.
# Requires pg_dump, pg_restore and psql in the server's version, and the built project.
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,10p' "$0" >&2; exit 2; }
source_url=$1 target_url=$2 dump=${3:-}
jobs=$(nproc)
. "$(dirname "$0")/drill.sh"
trap 'rm -rf "$work"' EXIT

if [ -z "$dump" ]; then
  dump=$work/dump
  # The source can keep serving requests and imports, because the backup and the row counts use one snapshot.
  coproc session { psql -XAtq -v ON_ERROR_STOP=1 "$source_url"; }
  # Duplicate the file descriptors, because bash closes those in `session` as soon as psql exits.
  exec {replies}<&"${session[0]}"
  echo 'begin isolation level repeatable read read only; select pg_export_snapshot();' >&"${session[1]}"
  read -r snapshot <&"$replies"
  pg_dump -Fd --jobs="$jobs" --snapshot="$snapshot" --file="$dump" "$source_url"
  printf '%s;\n\\q\n' "$facts" >&"${session[1]}"
  cat <&"$replies" >"$work/source"
  step "backup, $(du -sb "$dump" | cut -f 1) bytes"
fi

restore_started=$SECONDS
database=$(node -p 'decodeURIComponent(new URL(process.argv[1]).pathname.slice(1))' "$target_url")
server=$(node -p 'const u = new URL(process.argv[1]); u.pathname = "/postgres"; u.href' "$target_url")
ask "$server" "create database \"$database\""
# Roles belong to the server and not to a database. Migrating a temporary database creates the roles that a new server
# lacks.
scratch=${database}_roles
ask "$server" "create database \"$scratch\""
admin "$(node -p 'const u = new URL(process.argv[1]); u.pathname = "/" + process.argv[2]; u.href' "$target_url" "$scratch")" migrate
ask "$server" "drop database \"$scratch\""
pg_restore --exit-on-error --no-owner --jobs="$jobs" --dbname="$target_url" "$dump"
step 'restore'
ask "$target_url" 'analyze'
step 'statistics'
admin "$target_url" migrate
admin "$target_url" roles
admin "$target_url" feed restored
step 'admin migrate, roles, feed restored'
rto=$((SECONDS - restore_started))

ask "$target_url" "$facts" >"$work/target"
step 'comparison'
cat "$work/target"
ask "$target_url" "select format('database: %s bytes', pg_database_size(current_database()))"
if [ -e "$work/source" ]; then
  diff "$work/source" "$work/target" || { echo 'The restored database differs from its source.' >&2; exit 1; }
  echo 'The restored database equals the source at the time of the backup.'
fi
printf 'Restored in %d min %d s (total: %d s).\n' $((rto / 60)) $((rto % 60)) $((SECONDS - started))
