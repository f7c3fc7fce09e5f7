#!/usr/bin/env bash
# Waits until a job has completed. If it fails, prints its log and fails at once:
#
#   infra/k8s/wait-for-job.sh JOB [options of kubectl, such as --namespace]
set -euo pipefail
[ $# -gt 0 ] || { sed -n '2,4p' "$0" >&2; exit 2; }
job=$1
shift
for _ in $(seq 600); do
  case $(kubectl get "job/$job" "$@" -o jsonpath='{.status.conditions[?(@.status=="True")].type}') in
    *Complete*) exit ;;
    *Failed*) break ;;
  esac
  sleep 1
done
kubectl logs "job/$job" "$@" --all-containers --tail=50 >&2
echo "$job has not completed" >&2
exit 1
