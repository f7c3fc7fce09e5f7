#!/usr/bin/env bash
# Runs one case of check.sh inside the Debian system that check.sh creates: case.sh start|test
set -uo pipefail
cd ~/project || exit 1
mkdir -p ~/check
out=~/check/output
failures=0

fail() { printf 'FAILED: %s\n' "$*"; failures=$((failures + 1)); }
expect() { [ "$2" = "$3" ] || fail "$1: $(diff <(printf '%s\n' "$2") <(printf '%s\n' "$3"))"; }
temporary() { ls -A /tmp /var/tmp /dev/shm; }
processes() {
  local folder command
  for folder in /proc/[0-9]*; do
    command=$(tr '\0' ' ' 2>/dev/null <"$folder/cmdline")
    # Ignore this script, which is the first process of the system, and its subshells, which have the same command line.
    case $command in '' | *case.sh*) ;; *) printf '%s %s\n' "${folder#/proc/}" "$command" ;; esac
  done
}

# Pattern for unnecessary output, such as npm warnings, download progress and telemetry notices.
NOISE='EBADENGINE|allow-?scripts|telemetry|Packages in scope|Remote caching|ExperimentalWarning|npm (warn|notice)|[^0-9]0%'
# Output that is not written to a terminal must not contain ANSI escape sequences.
ESCAPES=$'\e\\['

expect_quiet() {
  if grep -nE "$2" "$out"; then fail "$1 prints unnecessary messages"; fi
}

for program in git curl wget kubectl kustomize psql postgres redis-server nats-server chromium python3 make cc; do
  if command -v "$program"; then fail "$program is installed"; fi
done
printf 'Node %s, npm %s, %s\n' "$(node --version)" "$(npm --version)" "$(id -un)"
before=$(cksum package-lock.json)
files_before=$(temporary)

SECONDS=0
npm install >"$out" 2>&1 || fail "npm install: $(tail -n 20 "$out")"
cat "$out"
expect_quiet 'npm install' "$NOISE|$ESCAPES"
expect 'npm install changed package-lock.json' "$before" "$(cksum package-lock.json)"
printf 'npm install: %d s\n' $SECONDS

SECONDS=0
case $1 in
  start)
    # Run `npm start` in the foreground of a separate terminal, and stop it with Ctrl-C.
    mkfifo ~/check/keys
    script --quiet --return --flush --command 'npm start' ~/check/typescript <~/check/keys >"$out" 2>&1 &
    started=$!
    exec 3>~/check/keys
    until grep -q 'Ctrl-C' "$out" || ! kill -0 $started 2>/dev/null; do sleep 0.2; done
    printf 'npm start: %d s\n' $SECONDS
    cat "$out"
    expect_quiet 'npm start' "$NOISE"
    node /usr/local/lib/request.mjs "$out" || fail 'a printed request failed'
    printf '\x03' >&3
    wait $started
    printf 'npm start exited with status %d\n' $?
    # As root, npm start stores its data in a folder outside the project, and prints the path of that folder.
    data=$(grep -oE '/var/tmp/graded-card-[0-9a-f]+' "$out" | head -n 1)
    if [ -n "$data" ]; then rm -r "$data"; fi
    ;;
  test)
    npm test >"$out" 2>&1 || fail "npm test exited with status $?"
    cat "$out"
    expect_quiet 'npm test' "$NOISE|$ESCAPES"
    printf 'npm test: %d s\n' $SECONDS
    ;;
esac
sleep 1
expect 'processes are left' '' "$(processes)"
expect 'files are left' "$files_before" "$(temporary)"
expect 'the command changed package-lock.json' "$before" "$(cksum package-lock.json)"
exit $((failures > 0))
