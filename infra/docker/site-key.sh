# Creates the site's API key at the first start, on a volume that only the site mounts. Runs in the image of admin.
set -e
. /keep-key.sh

has_key && exit
admin plans set site --rate 200 --period day --permit images,history
make_key --plan site --name site
