#!/usr/bin/env bash
# Builds the images and replaces containers whose image has changed. The new containers of a service start first, and
# the old ones stop when the new ones are healthy.
#
#   infra/docker/rolling-update.sh             every app
#   infra/docker/rolling-update.sh certs       only the given apps
#   infra/docker/rolling-update.sh --pull      with images of a release instead of building them
#
# The gateway and the site are unavailable for a few seconds, because each publishes a port that two containers cannot
# share: see docs/operations/upgrade.md.
set -euo pipefail
cd "$(dirname "$0")/../.."

get=(build --quiet)
if [ "${1-}" = --pull ]; then
  get=(pull --quiet)
  shift
fi
services=("$@")
[ $# -gt 0 ] || services=(certs cards search changes catalogs gateway site)

docker compose "${get[@]}" migrate "${services[@]}"
docker compose run --rm --no-deps migrate
docker compose run --rm --no-deps roles

# is_current CONTAINER: returns whether the container runs the current image of its service.
is_current() {
  [ "$(docker inspect -f '{{.Image}}' "$1")" = "$(docker image inspect -f '{{.Id}}' "$(docker inspect -f '{{.Config.Image}}' "$1")")" ]
}

for service in "${services[@]}"; do
  old=()
  for container in $(docker compose ps --quiet "$service"); do
    is_current "$container" || old+=("$container")
  done
  if [ ${#old[@]} = 0 ]; then
    echo "$service: unchanged"
    continue
  fi
  running=$(docker compose ps --quiet "$service" | wc -l)
  case $service in
    gateway | site) docker compose up --detach --no-deps --wait "$service" ;;
    *)
      docker compose up --detach --no-deps --no-recreate --wait --scale "$service=$((running + ${#old[@]}))" "$service"
      docker stop "${old[@]}" >/dev/null
      docker rm "${old[@]}" >/dev/null
      ;;
  esac
  echo "$service: updated"
done
