# Starts Redis or Valkey with its users. Passwords come from the environment and may contain any character, because the
# server gets only their hashes. The first argument is the data folder (default: /data); the others are passed to the
# server.
umask 077
folder=${1:-/data}
[ $# = 0 ] || shift
users=${TMPDIR:-/tmp}/users.acl
hash() { printf %s "$1" | sha256sum | cut -d ' ' -f 1; }
# The default user needs all permissions, because Redis loads its data as this user. Without a password, it cannot log
# in.
default='off resetpass'
[ -z "${DEFAULT_PASSWORD:-}" ] || default="on #$(hash "$DEFAULT_PASSWORD")"
sed "s/GATEWAY_PASSWORD_SHA256/$(hash "$GATEWAY_PASSWORD")/; s/^user default off resetpass/user default $default/" \
  "${USERS_FILE:-/etc/redis/users.acl}" >"$users"
unset GATEWAY_PASSWORD DEFAULT_PASSWORD
exec "$(command -v valkey-server || echo redis-server)" --dir "$folder" --appendonly yes --save '' --aclfile "$users" \
  --maxmemory "${REDIS_MEMORY:-256mb}" --maxmemory-policy noeviction "$@"
