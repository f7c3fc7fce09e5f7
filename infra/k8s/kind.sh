#!/usr/bin/env bash
# Runs the dev overlay on kind or k3d: builds and loads the images, applies the manifests, waits for the pods, imports
# the sample and requests a card. Requires docker, kubectl, and kind or k3d. The pods request at most 4 GiB of memory.
#
#   infra/k8s/kind.sh           creates the cluster
#   infra/k8s/kind.sh test      also restarts all apps and drains a node while requests are sent, none of which may fail
#   infra/k8s/kind.sh down      deletes the cluster
set -euo pipefail
case ${1:-up} in
  up | test | down) ;;
  --help) sed -n '2,7p' "$0"; exit ;;
  *) sed -n '2,7p' "$0" >&2; exit 2 ;;
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
  kind get clusters | grep -qx "$name" || kind create cluster --name "$name" --wait 2m --config - <<'END'
kind: Cluster
apiVersion: kind.x-k8s.io/v1alpha4
nodes: [{ role: control-plane }, { role: worker }, { role: worker }]
END
  kind load docker-image --name "$name" "${images[@]}"
  context=kind-$name
else
  k3d cluster get "$name" >/dev/null 2>&1 || k3d cluster create "$name" --agents 2 --wait
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
infra/k8s/wait-for-job.sh migrate --context "$context" --namespace gcd

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
admin plans set demo --rate 1000 --period day --permit images,history,changes
key=$(admin keys create --plan demo --catalogs psa,pokemon --json | node -pe 'JSON.parse(require("fs").readFileSync(0)).key')
kube wait --for=condition=available --timeout=5m deployment --all

test_disruptions() {
  kube patch hpa --type merge -p '{"spec":{"minReplicas":2,"maxReplicas":3}}' $(kube get hpa -o name)
  kube scale deployment --all --replicas=2
  kube rollout status deployment --timeout=5m
  # PostgreSQL has only one instance in this overlay, so its node is not drained. The requests come from the same node.
  local stays drained
  stays=$(kube get pod postgres-0 -o jsonpath='{.spec.nodeName}')
  drained=$(kubectl --context "$context" get node -o name | grep -v -e "/$stays\$" -e control-plane -e server | head -n 1)
  sed "s/KEY/$key/; s/NODE/$stays/" infra/k8s/load.yaml | kube apply -f -
  kube wait --for=condition=ready --timeout=2m pod/load
  echo '== Rolling update under load'
  kube rollout restart deployment
  kube rollout status deployment --timeout=5m
  echo "== Drain of $drained under load"
  kubectl --context "$context" drain "$drained" --ignore-daemonsets --delete-emptydir-data --timeout=5m
  kube rollout status deployment --timeout=5m
  local log
  log=$(mktemp)
  kube logs load --follow >"$log" &
  kube delete pod load
  wait $!
  cat "$log"
  grep -q '"failed":0,' "$log"
}
if [ "${1:-up}" = test ]; then
  test_disruptions
  echo 'All checks passed'
  exit
fi

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
