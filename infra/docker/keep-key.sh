# Sourced by jobs that create an API key and keep it in a volume. Runs in the admin image.
umask 077
admin() { node --env-file=/run/secrets/env dist/main.js "$@"; }

# has_key: returns whether /keys/key contains a key (gcd_live_ID_SECRET) that exists in the database. Exits if the
# database is unavailable, so that a valid key is not replaced.
has_key() {
  id=$(cut -d_ -f3 /keys/key 2>/dev/null || true)
  [ -n "$id" ] || return 1
  known=$(admin keys list --json) || exit 1
  echo "$known" | grep -q "\"id\":\"$id\""
}

# make_key OPTION…: creates a key with the options of `admin keys create` and writes it to /keys/key.
make_key() {
  admin keys create "$@" --json | sed -n 's/.*"key":"\([^"]*\)".*/\1/p' >/keys/new
  [ -s /keys/new ] && mv /keys/new /keys/key
}
