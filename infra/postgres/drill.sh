# Sourced by restore-drill.sh and pitr-drill.sh. Creates a temporary directory, and stores its path in $work.

admin_program=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../../apps/admin/dist/main.js")
work=$(mktemp -d)
started=$SECONDS
step_started=$SECONDS

# step TEXT: prints the step that was just completed, and its duration.
step() { printf '%-48s %5d s\n' "$1" $((SECONDS - step_started)); step_started=$SECONDS; }

# ask URL STATEMENT: prints the result of a statement.
ask() { psql -XAtq -v ON_ERROR_STOP=1 "$1" -c "$2"; }

# admin URL ARGUMENT…: runs an admin command on a database.
admin() { DATABASE_URL=$1 node "$admin_program" "${@:2}" --json >/dev/null; }

# SQL that lists the number of rows in each table, the newest date, and the end of the change feed. Leaves out the data
# version and the epochs, because `admin feed restored` changes them.
facts="
  select format('%s %s', c.oid::regclass, (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %s', c.oid::regclass), true, true, '')))[1])
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname <> 'feed_epochs'
  union all select format('newest date %s', as_of) from dataset
  union all select format('end of the feed %s', seq) from feed_head
  order by 1"
