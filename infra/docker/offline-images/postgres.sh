# Replaces the entry point of the official image. This script supports only what docker-compose.yml and infra/k8s need.
set -e
case ${1:-postgres} in
  -*) set -- postgres "$@" ;;
  postgres) ;;
  *) exec "$@" ;;
esac
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  if [ -z "$POSTGRES_PASSWORD_FILE" ]; then
    POSTGRES_PASSWORD_FILE=/tmp/password
    (umask 077 && printf %s "$POSTGRES_PASSWORD" >$POSTGRES_PASSWORD_FILE)
  fi
  initdb -U "$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" --auth-local=trust --auth-host=scram-sha-256 --locale=C.UTF-8 >/dev/null
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  echo "create database \"$POSTGRES_DB\"" | postgres --single -E postgres >/dev/null
fi
[ $# = 0 ] || shift
exec postgres -h '*' "$@"
