#!/usr/bin/env bash
# Runs the dev overlay on kind or k3d: builds and loads the images, applies the manifests, waits for the pods, imports
# the sample and requests a card. Requires docker, kubectl, and kind or k3d. The pods request at most 4 GiB of memory.
#
#   infra/k8s/kind.sh           creates the cluster
#   infra/k8s/kind.sh down      deletes the cluster
set -euo pipefail
case ${1:-up} in
  up | down) ;;
  --help) sed -n '2,6p' "$0"; exit ;;
  *) sed -n '2,6p' "$0" >&2; exit 2 ;;
esac
cd "$(dirname "$0")/../.."
name=gcd
tool=kind
command -v kind >/dev/null || tool=k3d
for program in docker kubectl "$tool"; do
  command -v "$program" >/dev/null || { echo "$program is not installed" >&2; exit 1; }
done

if [ "${1:-up}" = down ]; then
  [ "$tool" = kind ] && exec kind delete cluster --name "$name"
  exec k3d cluster delete "$name"
fi

apps=(gateway certs cards search changes catalogs site admin)
images=()
for app in "${apps[@]}"; do
  docker build --quiet --build-arg "APP=$app" --tag "gcd-$app:dev" . >/dev/null
  images+=("gcd-$app:dev")
done

if [ "$tool" = kind ]; then
  kind get clusters | grep -qx "$name" || kind create cluster --name "$name" --wait 2m
  kind load docker-image --name "$name" "${images[@]}"
  context=kind-$name
else
  k3d cluster get "$name" >/dev/null 2>&1 || k3d cluster create "$name" --wait
  k3d image import --cluster "$name" "${images[@]}"
  context=k3d-$name
fi
kube() { kubectl --context "$context" --namespace gcd "$@"; }
admin() { kube exec job/shell -- node dist/main.js "$@"; }

kube apply -f infra/k8s/overlays/dev/namespace.yaml
kube get secret postgres-passwords >/dev/null 2>&1 || node infra/k8s/secrets.mjs | kube apply -f -
# Delete the finished job first, because a job cannot be changed.
kube delete job migrate shell --ignore-not-found
kube apply -k infra/k8s/overlays/dev
kube wait --for=condition=complete --timeout=5m job/migrate

kube create job --from=cronjob/admin shell
kube wait --for=jsonpath='{.status.ready}'=1 --timeout=5m job/shell
tar -C tools/sample -c data | kube exec -i job/shell -- tar -C /dataset -x
admin import /dataset/data
admin catalogs build
if ! kube get secret site-key >/dev/null 2>&1; then
  admin plans set site --rate 200 --period day --permit images,history
  key=$(admin keys create --plan site --name site --json | node -pe 'JSON.parse(require("fs").readFileSync(0)).key')
  kube create secret generic site-key --from-literal="key=$key"
fi
admin plans set demo --rate 100 --period day --permit images,history,changes
key=$(admin keys create --plan demo --catalogs psa,pokemon --json | node -pe 'JSON.parse(require("fs").readFileSync(0)).key')
kube wait --for=condition=available --timeout=5m deployment --all

kube port-forward service/gateway 3000:80 >/dev/null &
forward=$!
trap 'kill $forward' EXIT
curl --silent --fail --retry 20 --retry-connrefused --retry-delay 1 -H "x-api-key: $key" \
  http://localhost:3000/v1/certs/psa/64062046
cat <<END


Up. The key: $key
  kubectl --context $context -n gcd port-forward service/gateway 3000:80
  kubectl --context $context -n gcd port-forward service/site 3001:80
END
