# Starts NATS with the passwords in the environment variables <USER>_PASSWORD. NATS parses variables as values in its
# configuration language, so this script quotes each password. Passwords can therefore contain any character. Arguments
# are passed to nats-server.
quote() { printf '"%s"' "$(printf %s "$1" | sed 's/[\\"]/\\&/g')"; }
encode() { printf %s "$1" | od -An -tx1 -v | tr -d ' \n' | sed 's/../%&/g'; }

# ROUTES: addresses of the other servers in the cluster as host:port, separated by spaces. If ROUTES is set,
# ROUTE_PASSWORD is required.
if [ -n "${ROUTES:-}" ]; then
  number=0
  for route in $ROUTES; do
    export "ROUTE_$number=\"nats://route:$(encode "$ROUTE_PASSWORD")@$route\""
    number=$((number + 1))
  done
fi
for name in $(env | sed -n 's/^\([A-Z]*_PASSWORD\)=.*/\1/p'); do
  eval "export $name=\$(quote \"\$$name\")"
done
exec nats-server "$@"
