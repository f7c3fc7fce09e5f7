# Loads the sample dataset and makes a key to try the API with, once. Runs in the image of admin.
set -e
admin() { node --env-file=/run/secrets/env dist/main.js "$@"; }

if admin keys list --json | grep -q '"name":"demo"'; then
  echo 'The demo data are there. The key was printed when they were loaded.'
  exit
fi
admin import /sample
admin catalogs build
admin plans set demo --rate 100 --period day --base 100000 --permit images,history,changes
admin keys create --plan demo --name demo --catalogs psa,pokemon
