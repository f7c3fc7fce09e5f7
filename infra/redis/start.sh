# Starts Redis with its users; the gateway's password comes from the environment. What it knows may be lost (PostgreSQL has what
# counts), but then calls that were granted count as spent: hence the append-only file.
umask 077
sed "s/GATEWAY_PASSWORD/$GATEWAY_PASSWORD/" /etc/redis/users.acl >/tmp/users.acl
unset GATEWAY_PASSWORD
# The default user can only ping, so a password for it would protect nothing.
exec redis-server --dir /data --appendonly yes --save '' --protected-mode no --aclfile /tmp/users.acl \
  --maxmemory "${REDIS_MEMORY:-256mb}" --maxmemory-policy noeviction
