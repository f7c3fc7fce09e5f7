# Sourced by check.sh and infra/k8s/podman.sh. Provides a Docker engine and Compose through DOCKER_HOST, DOCKER_CONFIG
# and PATH. Uses the running engine, if any. Otherwise, as root on Debian, unpacks an engine from the distribution's
# packages without installing them, and runs it until stop_engine.

export DOCKER_BUILDKIT=1
TOOLS=${XDG_CACHE_HOME:-$HOME/.cache}/gcd-docker
engine_pid=
engine_dir=

# start_engine: prints the reason and returns status 1 if no engine is available.
start_engine() {
  if docker info >/dev/null 2>&1 && docker compose version >/dev/null 2>&1; then
    log "Using the running Docker Engine $(docker version -f '{{.Server.Version}}')"
    return
  fi
  [ "$(id -u)" = 0 ] || { why='no Docker engine is running, and only root can start one'; return 1; }
  command -v apt-get dpkg >/dev/null || { why='no Docker engine is running, and there is no apt-get to install one'; return 1; }
  unpack_engine >"$TOOLS.log" 2>&1 || { why="Docker could not be downloaded: see $TOOLS.log"; return 1; }
  export PATH="$TOOLS/root/usr/sbin:$TOOLS/root/usr/bin:$TOOLS/root/sbin:$PATH"
  engine_dir=$(mktemp -d "${TMPDIR:-/tmp}/gcd-docker-XXXXXX")
  export DOCKER_HOST="unix://$engine_dir/docker.sock" DOCKER_CONFIG="$TOOLS/config"
  local libraries="$TOOLS/root/usr/lib/$(uname -m)-linux-gnu"
  LD_LIBRARY_PATH=$libraries XTABLES_LIBDIR=$libraries/xtables \
    dockerd -H "$DOCKER_HOST" --data-root "$TOOLS/data" --exec-root "$engine_dir/exec" -p "$engine_dir/pid" \
    >"$engine_dir/dockerd.log" 2>&1 &
  engine_pid=$!
  local attempt
  for attempt in $(seq 60); do
    docker info >/dev/null 2>&1 && break
    kill -0 $engine_pid 2>/dev/null && [ "$attempt" -lt 60 ] || {
      why="dockerd does not start here: $(grep -E 'level=(error|fatal)|^failed' "$engine_dir/dockerd.log" | tail -1)"
      return 1
    }
    sleep 0.5
  done
  log "Using Docker Engine $(docker version -f '{{.Server.Version}}') and Compose $(docker compose version --short) from Debian's packages"
}

stop_engine() {
  [ -n "$engine_pid" ] && kill "$engine_pid" 2>/dev/null && wait "$engine_pid"
  [ -z "$engine_dir" ] || rm -rf "$engine_dir"
}

# Debian 12 lacks Compose 2, so take the static Compose binary from the packages of the next Debian release.
unpack_engine() {
  [ -x "$TOOLS/root/usr/sbin/dockerd" ] && [ -x "$TOOLS/config/cli-plugins/docker-compose" ] && return
  rm -rf "$TOOLS/root" "$TOOLS/config"
  fetch_packages here '' docker.io iptables &&
    fetch_packages next trixie docker-compose &&
    mkdir -p "$TOOLS/config/cli-plugins" &&
    ln -sf "$(find "$TOOLS/next" -name docker-compose -type f -perm -u+x | head -1)" "$TOOLS/config/cli-plugins/docker-compose" &&
    # Create the link that the package's installation script would create.
    ln -sf xtables-nft-multi "$TOOLS/here/usr/sbin/iptables" &&
    ln -sf xtables-nft-multi "$TOOLS/here/usr/sbin/ip6tables" &&
    mv "$TOOLS/here" "$TOOLS/root"
}

debian_mirror() { apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -v security | head -1; }

# fetch_packages NAME SUITE PACKAGE…: unpacks packages of a Debian release and their dependencies in $TOOLS/NAME.
fetch_packages() {
  local name=$1 suite=$2 state="$TOOLS/apt-$1" deb
  shift 2
  mkdir -p "$TOOLS/$name" "$state/lists/partial" "$state/cache/archives/partial"
  local apt=(apt-get -qq -o "Dir::State::lists=$state/lists" -o "Dir::Cache=$state/cache" -o APT::Sandbox::User= -o Debug::NoLocking=1)
  if [ -n "$suite" ]; then
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $(debian_mirror) $suite main" >"$state/sources.list"
    apt+=(-o "Dir::Etc::sourcelist=$state/sources.list" -o Dir::Etc::sourceparts=/dev/null)
  fi
  "${apt[@]}" update
  if [ -n "$suite" ]; then
    (cd "$state/cache/archives" && "${apt[@]}" download "$@")
  else
    "${apt[@]}" install -y -d --reinstall --no-install-recommends "$@"
  fi || return
  for deb in "$state"/cache/archives/*.deb; do dpkg -x "$deb" "$TOOLS/$name"; done
  rm -rf "$state"
}
