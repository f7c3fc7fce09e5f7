# Starts one of three nodes of Redis or Valkey, or the Sentinel next to it:  sh sentinel.sh node|sentinel
#
# NODES lists the host names of all nodes, and NODE is that of this one. The user `default`, with DEFAULT_PASSWORD, is for
# the other nodes and the Sentinels. RUN is a folder for configuration files. If TLS_DIR is set, it contains tls.crt,
# tls.key and ca.crt, and all connections use TLS. Further arguments are passed to the server.
set -eu
umask 077
role=$1
shift
run=${RUN:-/run/redis}
here=$(dirname "$0")
tls= client=
if [ -n "${TLS_DIR:-}" ]; then
  tls="--tls-cert-file $TLS_DIR/tls.crt --tls-key-file $TLS_DIR/tls.key --tls-ca-cert-file $TLS_DIR/ca.crt
    --tls-auth-clients no --tls-replication yes"
  client="--tls --cacert $TLS_DIR/ca.crt"
fi
listen() { [ -n "$tls" ] && echo "--port 0 --tls-port $1 $tls" || echo "--port $1"; }

# Prints the primary that another Sentinel knows. At the first start, or if all nodes restart, it is the first node.
primary() {
  for node in $NODES; do
    [ "$node" != "$NODE" ] || continue
    found=$(timeout 3 "$(command -v valkey-cli || echo redis-cli)" -h "$node" -p 26379 $client \
      --raw sentinel get-master-addr-by-name gcd 2>/dev/null | head -n 1) || found=
    case " $NODES " in *" ${found:-none} "*) echo "$found"; return ;; esac
  done
  echo "${NODES%% *}"
}

password=$(printf %s "$DEFAULT_PASSWORD" | sed 's/[\\"]/\\&/g')
primary=$(primary)
case $role in
  node)
    printf 'masteruser default\nmasterauth "%s"\n' "$password" >"$run/node.conf"
    [ "$primary" = "$NODE" ] || set -- --replicaof "$primary 6379" "$@"
    export USERS_FILE="${USERS_FILE:-$here/users.acl}"
    set -- "${DATA:-/data}" $(listen 6379) --include "$run/node.conf" --replica-announce-ip "$NODE" \
      --min-replicas-to-write 1 --min-replicas-max-lag 10 "$@"
    . "$here/start.sh"
    ;;
  sentinel)
    cat >"$run/sentinel.conf" <<CONF
sentinel resolve-hostnames yes
sentinel announce-hostnames yes
sentinel announce-ip $NODE
sentinel monitor gcd $primary 6379 2
sentinel auth-user gcd default
sentinel auth-pass gcd "$password"
sentinel down-after-milliseconds gcd 2000
sentinel failover-timeout gcd 10000
CONF
    exec "$(command -v valkey-server || echo redis-server)" "$run/sentinel.conf" --sentinel $(listen 26379) "$@"
    ;;
esac
