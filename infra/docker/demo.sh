# Imports the sample dataset and creates a demo key at the first start. Prints the key at every start. Runs in the image
# of admin.
set -e
. /keep-key.sh

if ! has_key; then
  admin import /sample
  admin catalogs build
  admin plans set demo --rate 100 --period day --base 100000 --permit images,history,changes
  make_key --plan demo --name demo --catalogs psa,pokemon,all
fi
echo "API key: $(cat /keys/key)"
