#!/bin/sh
# `hub` in a container: with the secrets that were handed over as a file, which stay out of what Docker shows of it.
# `serve <folder>` makes the Hub's folder when there is none, and runs it.
set -eu
if [ -r "${HUB_ENV_FILE:=/run/secrets/hub.env}" ]; then
  set -a
  . "$HUB_ENV_FILE"
  set +a
fi
: "${HUB_SERVICE:=/opt/hub-service}"
if [ "${1:-}" = serve ]; then
  [ -e "$2/agent.md" ] || node "$HUB_SERVICE/bin/hub.mjs" init "$2" --template minimal
  set -- run "$2"
fi
exec node "$HUB_SERVICE/bin/hub.mjs" "$@"
