# Starts Redis with its users; the gateway's password comes from the environment.
umask 077
sed "s/GATEWAY_PASSWORD/$GATEWAY_PASSWORD/" /etc/redis/users.acl >/tmp/users.acl
unset GATEWAY_PASSWORD
# The default user may do everything, because Redis reads its own file as that one; nobody can log in as it.
exec redis-server --dir /data --appendonly yes --save '' --aclfile /tmp/users.acl \
  --maxmemory "${REDIS_MEMORY:-256mb}" --maxmemory-policy noeviction
