#!/usr/bin/env bash
# Tests the Dockerfile and docker-compose.yml on a copy of this checkout: builds the images, starts everything from
# scratch, sends requests, and kills and updates services. Removes everything afterwards.
#
#   npm run check:docker                skips the tests with a message if the machine cannot run containers
#   npm run check:docker -- --require   fails instead
set -uo pipefail
case ${1-} in
  '') require=no ;;
  --require) require=yes ;;
  --help) sed -n '2,6p' "$0"; exit ;;
  *) sed -n '2,6p' "$0" >&2; exit 2 ;;
esac
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
. "$here/engine.sh"
. "$here/offline-images/make.sh"
. "$here/check-updates.sh"

log() { printf '== %s\n' "$*"; }
fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }
skip() {
  printf 'SKIPPED: %s\n' "$*" >&2
  [ "$require" = no ] && exit 0
  exit 1
}

export COMPOSE_PROJECT_NAME=gcd-check PORT=${CHECK_PORT:-38080} SITE_PORT=${CHECK_SITE_PORT:-38081} COMPOSE_PROFILES=demo
compose() { docker compose "$@"; }

# Work on a copy, because some checks edit files.
copy=$(mktemp -d)
tar -C "$root" --exclude node_modules --exclude dist --exclude .git --exclude .turbo --exclude .local -c . | tar -C "$copy" -x
cd "$copy" || exit 1

clean_up() {
  local status=$?
  [ "$status" = 0 ] || compose logs --no-color --tail 15 2>/dev/null
  compose --profile '*' down --volumes --remove-orphans >/dev/null 2>&1
  stop_engine
  rm -rf "$copy"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

start_engine || skip "$why"
compose --profile '*' config --quiet || fail 'docker-compose.yml is not valid'

node_image=$(sed -n 's/^ARG NODE_IMAGE=//p' Dockerfile)
if ! is_official "$node_image" && ! docker pull -q "$node_image" >/dev/null 2>&1; then
  log "WARNING: no registry is reachable. Using images built from Debian's and npm's packages instead of the official ones"
  without_digests Dockerfile docker-compose.yml
  build_offline_images "${node_image%@*}" || skip "$why"
fi

log 'Images'
log=$(mktemp)
compose --progress plain --profile '*' build >"$log" 2>&1 || { grep -E 'ERROR|error|failed' "$log"; tail -20 "$log"; fail 'an image cannot be built'; }
rm -f "$log"
for app in gateway certs cards search changes catalogs site admin; do
  docker run --rm --read-only --entrypoint sh "gcd-$app" -c '
    [ "$(id -u)" != 0 ] || { echo "runs as root"; exit 1; }
    for tool in npm npx yarn corepack tsc gcc make python3 curl; do
      ! command -v $tool >/dev/null || { echo "has $tool"; exit 1; }
    done
    [ -z "$(find /app -writable ! -type l | head -1)" ] || { echo "can modify its own files"; exit 1; }
    ! ls -d /app/node_modules /app/apps/*/node_modules /app/apps/*/src 2>/dev/null
  ' || fail "the image of $app is not minimal"
done
docker images --format '{{.Repository}} {{.Size}}' | grep '^gcd-' | sort

log 'docker compose up --wait'
compose up --detach --wait --wait-timeout 300 >/dev/null 2>&1 || { compose ps -a; fail 'the containers did not become healthy'; }
compose ps --format '{{.Service}}: {{.Status}}'

log 'Requests'
url="http://127.0.0.1:$PORT"
demo_key() { compose logs --no-log-prefix demo | grep -o 'gcd_live_[A-Za-z0-9_]*' | tail -1; }
key=$(demo_key)
[ -n "$key" ] || fail 'the demo created no API key'
get() { curl -sS -m 10 -o "$1" -w '%{http_code}' -H "x-api-key: $key" "$url$2"; }
expect() {
  local status
  status=$(get /dev/null "$2")
  [ "$status" = "$1" ] || fail "$2 returned $status instead of $1"
  echo "$status $2"
}
while read -r path; do expect 200 "$path"; done <<'PATHS'
/v1/certs/psa/64062046
/v1/cards/85c82c158cac20785082526b3bb6248031db6a66/population/history
/v1/specs/psa/540013
/v1/cards/search/simple?query=charizard
/v1/cards/population/changes
/v1/catalogs/pokemon
/v1/usage
/v1/grades
PATHS

log 'Pages of the site'
page() { curl -sS -m 10 "http://127.0.0.1:$SITE_PORT$1" | grep -q "$2" || fail "the page $1 does not contain $2"; echo "$1"; }
page /card/85c82c158cac20785082526b3bb6248031db6a66 'All values of the chart'
page /cert/psa/64062046 'Where it stands'
page '/?query=charizard' 'class="results"'

log 'No configuration or log contains a password'
names=$(compose ps -aq)
secrets=$(docker run --rm --user 0 --entrypoint sh -v gcd-check_secrets:/secrets:ro gcd-admin -c 'for file in /secrets/*-*; do cat "$file"; echo; done')
site_key=$(docker run --rm --entrypoint cat -v gcd-check_secrets-site:/site:ro gcd-admin /site/key)
for secret in $secrets $site_key; do
  ! docker inspect $names | grep -q "$secret" || fail 'the configuration of a container contains a password'
  ! compose logs --no-color 2>&1 | grep -q "$secret" || fail 'a log contains a password'
done

log 'Recovery after the certs service is killed'
container=$(compose ps -q certs)
kill -9 "$(docker inspect -f '{{.State.Pid}}' "$container")"
began=$(date +%s%N)
# Send an uncached request, because a cached response would succeed even while the service is down.
until [ "$(docker inspect -f '{{.RestartCount}}' "$container")" = 1 ] && [ "$(get /dev/null /v1/certs/psa/64062046/population)" = 200 ]; do
  [ $(($(date +%s%N) - began)) -lt 60000000000 ] || fail 'the service did not recover within a minute'
  sleep 0.1
done
echo "recovered after $((($(date +%s%N) - began) / 1000000)) ms"

log 'The volume contains the list of rejected rows'
mkdir dataset && echo 'grader,cert,grade
cgc,1,9.5' >dataset/certs.csv
compose run --rm --no-deps --volume "$copy/dataset:/dataset:ro" admin import /dataset --check --rejects /rejects >/dev/null 2>&1
compose run --rm --no-deps --entrypoint cat admin /rejects/certs.rejected.csv 2>/dev/null | grep 'grade key of cgc' || fail 'the list of rejected rows is missing'

check_updates

log 'A second start with a late NATS keeps all data'
compose down >/dev/null 2>&1
# Delay the start of NATS until more than 30 health checks have failed.
printf 'services: { nats: { entrypoint: [sh, -c, "sleep 75; set -a; . /run/secrets/env; exec nats-server -c /etc/nats/nats.conf"] } }\n' >late.yml
docker compose -f docker-compose.yml -f late.yml up --detach --wait --wait-timeout 300 >/dev/null 2>&1 || { compose ps -a; fail 'the containers did not become healthy again'; }
expect 200 /v1/certs/psa/64062046
[ "$(demo_key)" = "$key" ] || fail 'the demo key changed or was not printed again'
! compose logs redis | grep NOPERM || fail 'Redis could not load its data'

log 'Restore of a backup'
owner() { compose exec -T postgres "$1" -U gcd_owner "${@:2}"; }
dump=$(mktemp)
owner pg_dump -Fc gcd >"$dump" &&
  owner dropdb --force gcd && owner createdb gcd && owner pg_restore --exit-on-error -d gcd <"$dump" || fail 'the dump could not be restored'
rm -f "$dump"
compose --profile tools run --rm admin feed restored || fail 'no new epoch was started'
expect 200 /v1/certs/psa/64062046
expect 200 /v1/cards/population/changes
log 'All checks passed'
