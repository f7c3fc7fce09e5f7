#!/usr/bin/env bash
# Renders the overlays of staging and production, and the other folders that are applied, with the images of a release:
#
#   infra/k8s/render.sh images.yaml FOLDER
set -euo pipefail
[ $# = 2 ] || { sed -n '2,4p' "$0" >&2; exit 2; }
images=$(realpath "$1") folder=$(realpath -m "$2")
root=$(cd "$(dirname "$0")/../.." && pwd)
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -r "$root/infra" "$copy"
mkdir -p "$folder" "$copy/infra/k8s/release"
for overlay in staging production; do
  {
    printf 'resources: [../overlays/%s]\n' "$overlay"
    # The overlays have already renamed the images.
    sed 's#name: gcd-#name: registry.example/gcd-#' "$images"
  } >"$copy/infra/k8s/release/kustomization.yaml"
  kubectl kustomize "$copy/infra/k8s/release" >"$folder/$overlay.yaml"
  kubectl kustomize "$root/infra/k8s/overlays/$overlay/edge" >"$folder/$overlay-edge.yaml"
done
kubectl kustomize "$root/infra/k8s/servers" >"$folder/servers.yaml"
kubectl kustomize "$root/infra/monitoring" >"$folder/monitoring.yaml"
