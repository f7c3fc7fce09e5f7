# Sourced by check.sh. Tests how the update of one service affects other services and clients.

# containers: lists all containers with their ids, and running ones also with their start times.
containers() {
  docker inspect -f '{{index .Config.Labels "com.docker.compose.service"}} {{.Id}} {{if .State.Running}}{{.State.StartedAt}}{{end}}' $(compose ps -aq) | sort
}

# change APP: edits the code of an app.
change() { echo "process.env.CHANGED = '$(date +%s%N)';" >>"apps/$1/src/main.ts"; }

# requests FILE: sends uncached requests one at a time until killed. Writes the time in milliseconds and the
# status of each request.
requests() {
  while :; do
    echo "$(($(date +%s%N) / 1000000)) $(get /dev/null /v1/certs/psa/64062046/population)" >>"$1"
    sleep 0.05
  done
}

# failed FILE: prints the total time in milliseconds during which requests failed.
failed() {
  awk '$2 != 200 && !since { since = $1 } $2 == 200 && since { sum += $1 - since; since = 0 } END { print sum + 0 }' "$1"
}

check_updates() {
  local before after client milliseconds

  log 'docker compose up --build after a change to certs'
  before=$(containers | grep -v '^certs ')
  change certs
  compose up --build --detach --wait --wait-timeout 300 >build.log 2>&1 || { tail -20 build.log; fail 'the containers did not become healthy'; }
  after=$(containers | grep -v '^certs ')
  [ "$before" = "$after" ] || { diff <(echo "$before") <(echo "$after"); fail 'containers other than that of certs were recreated or restarted'; }
  expect 200 /v1/certs/psa/64062046/population

  log 'docker compose up --scale'
  before=$(containers)
  compose up --detach --no-deps --no-recreate --wait --scale certs=3 certs >/dev/null 2>&1 || fail 'certs could not be scaled'
  [ "$(compose ps -q certs | wc -l)" = 3 ] || fail 'certs does not have three instances'
  [ -z "$(comm -23 <(echo "$before") <(containers))" ] || fail '--scale changed other containers'
  compose up --detach --no-deps --no-recreate --scale certs=1 certs >/dev/null 2>&1

  log 'Rolling update of certs'
  requests requests.log &
  client=$!
  change certs
  bash infra/docker/rolling-update.sh certs >build.log 2>&1 || { tail -20 build.log; fail 'the update failed'; }
  grep -q 'certs: updated' build.log || fail 'certs was not updated'
  kill $client
  wait $client 2>/dev/null
  milliseconds=$(failed requests.log)
  echo "$(wc -l <requests.log) requests, failing for $milliseconds ms"
  [ "$milliseconds" -le 1000 ] || { grep -v ' 200$' requests.log | head; fail 'requests failed for more than one second'; }
}
