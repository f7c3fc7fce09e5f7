# Starts NATS with the passwords of its users in the environment, <USER>_PASSWORD. Its configuration reads a variable as a value of
# its language, so each password becomes a quoted string and may contain any character. The arguments are those of nats-server.
quote() { printf '"%s"' "$(printf %s "$1" | sed 's/[\\"]/\\&/g')"; }
encode() { printf %s "$1" | od -An -tx1 -v | tr -d ' \n' | sed 's/../%&/g'; }

# ROUTES: the other servers of a cluster, host:port, separated by spaces. They need ROUTE_PASSWORD.
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
