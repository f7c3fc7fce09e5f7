# Imports the sample dataset and creates a demo key on the first start. Prints the key on every start. Runs in the admin
# image.
set -e
. /keep-key.sh

if ! has_key; then
  admin import /sample
  admin catalogs build
  admin plans set demo --rate 100 --period day --base 100000 --permit images,history,changes
  make_key --plan demo --name demo --catalogs psa,pokemon,all
fi
echo "API key: $(cat /keys/key)"
