# Starts Redis with its users. The gateway's password comes from the environment and may contain any character, because
# Redis gets only its hash. The first argument is the data folder (default: /data); the others are passed to
# redis-server.
umask 077
folder=${1:-/data}
[ $# = 0 ] || shift
users=${TMPDIR:-/tmp}/users.acl
hash=$(printf %s "$GATEWAY_PASSWORD" | sha256sum | cut -d ' ' -f 1)
sed "s/GATEWAY_PASSWORD_SHA256/$hash/" "${USERS_FILE:-/etc/redis/users.acl}" >"$users"
unset GATEWAY_PASSWORD
# The default user needs all permissions, because Redis loads its data as this user. The user cannot log in.
exec redis-server --dir "$folder" --appendonly yes --save '' --aclfile "$users" \
  --maxmemory "${REDIS_MEMORY:-256mb}" --maxmemory-policy noeviction "$@"
