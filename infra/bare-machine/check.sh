#!/usr/bin/env bash
# Runs both commands of README.md on a Debian system that has only Node and npm.
#
#   sudo infra/bare-machine/check.sh                            every case: Node 20.19, 22, 24, as root and as a user
#   sudo infra/bare-machine/check.sh 20.19.0 user start         one case: the Node version, root or user, start or test
#   sudo infra/bare-machine/check.sh 20.19.0 user start test    both commands
#
# Checks that the requests printed by `npm start` succeed, and that no process or file remains after Ctrl-C. Checks that
# `npm test` passes and leaves no temporary files, that package-lock.json is unchanged, and that the commands print no
# unnecessary messages. Requires root, and mmdebstrap from Debian or Ubuntu. Downloads only from the npm registry and
# Debian's repository.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../.." && pwd)
CASES=(
  '20.19.0 root start' '20.19.0 user start' '20.19.0 root test' '20.19.0 user test'
  '22 user start' '22 user test'
  '24 root start' '24 user start' '24 user test'
)

fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }
[ "$(id -u)" = 0 ] || fail 'chroot needs root: sudo infra/bare-machine/check.sh'
command -v mmdebstrap >/dev/null || fail 'mmdebstrap is not installed: apt-get install mmdebstrap'
if [ $# != 0 ]; then
  CASES=()
  for what in "${@:3}"; do CASES+=("$1 $2 $what"); done
fi

work=$(mktemp -d /var/tmp/gcd-bare-machine-XXXXXX)
trap 'rm -rf --one-file-system "$work"' EXIT
trap 'exit 130' INT TERM

printf '== Debian\n'
mmdebstrap --quiet --variant=minbase bookworm "$work/debian"

printf '== Node\n'
# fetch_node VERSION: downloads Node and its npm from the npm registry, which has a Node package for each platform.
# Node's changelog lists the npm version of each Node release.
fetch_node() {
  local folder=$work/node-$1 package npm
  [ ! -e "$folder" ] || return 0
  mkdir -p "$folder/download" "$folder/root/bin" "$folder/root/lib/node_modules/npm"
  package=node-linux-$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')
  (cd "$folder/download" && npm pack --silent "$package@$1" >/dev/null && tar xzf "$package"-*.tgz)
  npm=$(grep -oE 'npm to v?1[0-9.]+' "$folder/download/package/CHANGELOG.md" | head -n 1 | grep -oE '[0-9.]+$')
  (cd "$folder/download" && npm pack --silent "npm@$npm" >/dev/null && tar xzf npm-*.tgz --strip-components=1 -C "$folder/root/lib/node_modules/npm")
  mv "$folder/download/package/bin/node" "$folder/root/bin"
  rm -r "$folder/download"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$folder/root/bin/npm"
  ln -s ../lib/node_modules/npm/bin/npx-cli.js "$folder/root/bin/npx"
  chmod +x "$folder"/root/lib/node_modules/npm/bin/*.js
}

# Creates a root file system for a case, and runs the case there in separate namespaces, so that all its processes end
# with the case.
run_case() {
  local version=$1 user=$2 what=$3 root home uid=0
  root=$work/root home=/root
  fetch_node "$version"
  rm -rf --one-file-system "$root"
  cp -a "$work/debian" "$root"
  cp -a "$work/node-$version/root/." "$root/usr/local"
  cp --dereference /etc/resolv.conf /etc/hosts "$root/etc"
  if [ "$user" = user ]; then
    uid=1000 home=/home/user
    chroot "$root" useradd --create-home --shell /bin/bash --uid $uid user
  fi
  install -d -o $uid -g $uid "$root$home/project"
  copy_project "$root$home/project"
  chown -R $uid:$uid "$root$home/project"
  cp "$here/case.sh" "$here/request.mjs" "$root/usr/local/lib"
  # Trust the additional certificate authority in NODE_EXTRA_CA_CERTS, if it is set.
  if [ -n "${NODE_EXTRA_CA_CERTS-}" ]; then cp "$NODE_EXTRA_CA_CERTS" "$root/etc/ca.pem"; fi
  # shellcheck disable=SC2016
  unshare --mount --pid --ipc --fork --kill-child bash -c '
    mount -t proc proc "$1/proc" && mount -t tmpfs -o mode=1777 tmpfs "$1/dev/shm" &&
      mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 devpts "$1/dev/pts" && ln -sf pts/ptmx "$1/dev/ptmx" &&
      shift && exec chroot "$@"' - "$root" --userspec=$uid:$uid "$root" \
    /usr/bin/env -i HOME=$home USER="$user" PATH=/usr/local/bin:/usr/bin:/bin ${NODE_EXTRA_CA_CERTS:+NODE_EXTRA_CA_CERTS=/etc/ca.pem} \
    bash /usr/local/lib/case.sh "$what" || return
  rm -rf --one-file-system "$root"
}

# Copies tracked and untracked files, including uncommitted changes.
copy_project() {
  (cd "$project" && git -c safe.directory='*' ls-files -z --cached --others --exclude-standard |
    tar --create --null --files-from=- --ignore-failed-read 2>/dev/null) | tar --extract --directory="$1"
}

failed=0
for each in "${CASES[@]}"; do
  read -r version user what <<<"$each"
  printf '\n== Node %s, as %s: npm %s\n' "$version" "$user" "$what"
  run_case "$version" "$user" "$what" || { failed=$((failed + 1)); printf 'FAILED: %s\n' "$each" >&2; }
done
printf '\n%d passed, %d failed\n' $((${#CASES[@]} - failed)) "$failed"
[ "$failed" = 0 ]
