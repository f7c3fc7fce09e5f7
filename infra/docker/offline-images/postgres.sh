# Replaces the entry point of the official image. It supports only what docker-compose.yml needs.
set -e
[ "$1" = postgres ] || [ $# = 0 ] || exec "$@"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb -U "$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" --auth-local=trust --auth-host=scram-sha-256 --locale=C.UTF-8 >/dev/null
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  echo "create database \"$POSTGRES_DB\"" | postgres --single -E postgres >/dev/null
fi
[ $# = 0 ] || shift
exec postgres -h '*' "$@"
