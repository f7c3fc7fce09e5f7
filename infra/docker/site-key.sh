# Makes the key of the site, once, and writes it to where the site alone reads it. Runs in the image of admin.
set -e
umask 077
admin() { node --env-file=/run/secrets/env dist/main.js "$@"; }

# A key is gcd_live_ID_SECRET. One that the database does not know, because that is a new one, is made again.
id=$(cut -d_ -f3 /site/key 2>/dev/null || true)
if [ -n "$id" ] && admin keys list --json | grep -q "\"id\":\"$id\""; then exit; fi
admin plans set site --rate 200 --period day --permit images,history
admin keys create --plan site --name site --json | sed -n 's/.*"key":"\([^"]*\)".*/\1/p' >/site/key.new
[ -s /site/key.new ] && mv /site/key.new /site/key
