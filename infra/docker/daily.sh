# Runs shell commands every day at an hour in UTC:  daily.sh HOUR COMMANDS
while :; do
  sleep $((($1 * 3600 - $(date -u +%s) % 86400 + 86399) % 86400 + 1))
  echo "$(date -u +%FT%TZ) started"
  if sh -c "$2"; then echo "$(date -u +%FT%TZ) finished"; else echo "$(date -u +%FT%TZ) failed" >&2; fi
done
