#!/usr/bin/env bash
# Runs the pods of the dev overlay without a cluster: `podman kube play` starts the servers, the job and the apps with
# the images, users, limits, config maps and secrets of the manifests. Then the script imports the sample, and sends
# requests to every service and the site. Podman ignores services, network policies, probes and autoscalers, so each pod
# gets the names of its services.
#
#   infra/k8s/podman.sh             skips the tests with a message if the machine cannot run them
#   infra/k8s/podman.sh --require   fails instead
#
# Requires root, Debian's packages and kubectl. Podman 5 runs in a container of the engine that infra/docker/check.sh
# uses, so nothing is installed. The engine leaves its network bridge, iptables rules and IP forwarding in place.
set -uo pipefail
case ${1-} in
  '') require=no ;;
  --require) require=yes ;;
  --help) sed -n '2,11p' "$0"; exit ;;
  *) sed -n '2,11p' "$0" >&2; exit 2 ;;
esac
cd "$(dirname "$0")/../.."
here=$PWD/infra/docker root=$PWD
. infra/docker/engine.sh
. infra/docker/offline-images/make.sh
log() { printf '== %s\n' "$*"; }
fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }
skip() {
  printf 'SKIPPED: %s\n' "$*" >&2
  [ "$require" = no ] && exit 0
  exit 1
}
command -v kubectl >/dev/null || skip 'kubectl is not installed'

files=$(mktemp -d)
show_logs() {
  local name
  podman ps --all --format '{{.Names}}: {{.Status}}' | grep -v infra
  for name in $(podman ps --all --format '{{.Names}}' | grep -v infra); do
    printf -- '-- %s\n' "$name"
    podman logs --tail 5 "$name" 2>&1
  done
}
clean_up() {
  local status=$?
  [ "$status" = 0 ] || show_logs 2>/dev/null
  docker rm --force --volumes gcd-podman >/dev/null 2>&1
  stop_engine
  rm -rf "$files"
}
trap clean_up EXIT
trap 'exit 130' INT TERM
start_engine || skip "$why"

kubectl kustomize infra/k8s/overlays/dev >"$files/dev.yaml" || fail 'the overlay cannot be rendered'
cp Dockerfile "$files"
node_image=$(sed -n 's/^ARG NODE_IMAGE=//p' Dockerfile)
if ! is_official "$node_image" && ! docker pull -q "$node_image" >/dev/null 2>&1; then
  log "WARNING: no registry is reachable. Using images built from Debian's and npm's packages instead of the official ones"
  without_digests "$files/Dockerfile" "$files/dev.yaml"
  build_offline_images "${node_image%@*}" || skip "$why"
fi
build_podman_image || skip "$why"

log 'Images'
images=$(sed -n 's/^ *image: //p' "$files/dev.yaml" | sort -u)
for image in $images; do
  case $image in
    gcd-*) docker build --quiet --file "$files/Dockerfile" --build-arg "APP=$(expr "$image" : 'gcd-\([a-z]*\)')" --tag "$image" . >/dev/null || fail "$image cannot be built" ;;
    *) has "$image" || docker pull -q "$image" >/dev/null || fail "$image cannot be pulled" ;;
  esac
done

# Drop SYS_RESOURCE, because some machines do not allow it.
docker run --detach --name gcd-podman --cap-add ALL --cap-drop SYS_RESOURCE --security-opt seccomp=unconfined \
  --security-opt apparmor=unconfined --security-opt systempaths=unconfined --device-cgroup-rule 'a *:* rwm' \
  --volume /var/lib/containers --volume "$files:/files:ro" podman-offline sleep infinity >/dev/null || skip 'podman has no container to run in'
docker exec gcd-podman sh -c 'for mount in /sys/fs/cgroup /sys/fs/cgroup/*; do mount -o remount,bind,rw $mount; done
  mount -o remount,rw /sys' 2>/dev/null
docker cp "$here/offline-images/containers.conf" gcd-podman:/etc/containers/containers.conf >/dev/null
podman() { docker exec --interactive gcd-podman podman "$@"; }
docker save $images | podman load --quiet >/dev/null || skip 'podman cannot load images here'
podman network create gcd >/dev/null || skip 'podman cannot create a network here'

node infra/k8s/podman.mjs "$files" <"$files/dev.yaml" >"$files/pods" || fail 'the overlay cannot be converted'
chmod -R a+rX "$files"
# play NAME: starts a pod, which other pods can reach by the names of its services.
play() {
  local names
  names=$(sed -n "s/^$1 //p" "$files/pods")
  podman kube play --quiet --network "gcd${names:+:alias=${names// /,alias=}}" "/files/$1.yaml" >"$files/log" 2>&1 ||
    { cat "$files/log"; fail "$1 does not start"; }
}
# eventually COMMAND...: repeats a command until it succeeds, for at most 2 minutes.
eventually() {
  local end=$((SECONDS + 120))
  until "$@" >"$files/log" 2>&1; do
    [ $SECONDS -lt $end ] || { cat "$files/log"; fail "$*"; }
    sleep 1
  done
}

log 'Servers'
podman kube play /files/secrets.yaml >/dev/null || fail 'the secrets cannot be created'
for pod in postgres-0 redis-0 nats-0 nats-1 nats-2; do play $pod; done
eventually podman exec postgres-0-postgres pg_isready -h 127.0.0.1 -U gcd_owner -d gcd

log 'The job migrate'
play migrate
[ "$(podman wait migrate-pod-roles)" = 0 ] || { podman logs migrate-pod-roles; fail 'the job failed'; }

log 'The import of the sample'
play shell
admin() { podman exec --interactive shell-admin node dist/main.js "$@"; }
tar -C tools/sample -c data | podman exec --interactive shell-admin tar -C /rejects -x
admin import /rejects/data 2>/dev/null || fail 'the import failed'
eventually admin catalogs build
admin plans set demo --rate 100 --period day --permit images,history,changes >/dev/null
key=$(admin keys create --plan demo --catalogs psa,pokemon --json | node -pe 'JSON.parse(require("fs").readFileSync(0)).key')
printf 'apiVersion: v1\nkind: Secret\nmetadata: { name: site-key }\nstringData: { key: %s }\n' "$key" >"$files/site-key.yaml"
podman kube play /files/site-key.yaml >/dev/null || fail 'the key of the site cannot be stored'

log 'Apps'
for app in gateway certs cards search changes catalogs site; do play $app; done

log 'Requests'
# get URL: prints the status and the start of the response.
get() {
  podman exec shell-admin node -e '
    const response = await fetch(process.argv[1], { headers: { "x-api-key": process.argv[2] } });
    console.log(response.status, process.argv[1], (await response.text()).slice(0, 100).replaceAll("\n", " "));
    process.exit(response.ok ? 0 : 1);
  ' "$1" "$key"
}
for path in certs/psa/64062046 cards/85c82c158cac20785082526b3bb6248031db6a66/population specs/psa/540013 \
  'cards/search/simple?query=charizard' cards/population/changes catalogs/pokemon usage; do
  eventually get "http://gateway:3000/v1/$path"
  cat "$files/log"
done
eventually get http://site:3001/cert/psa/64062046
cat "$files/log"
podman ps --format '{{.Names}}: {{.Status}}' | grep -v infra | sort
log "All pods work, after $SECONDS s"
