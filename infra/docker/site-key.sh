# Creates the site's API key on the first start, on a volume that only the site mounts. Runs in the admin image.
set -e
. /keep-key.sh

has_key && exit
admin plans set site --rate 200 --period day --permit images,history
make_key --plan site --name site
