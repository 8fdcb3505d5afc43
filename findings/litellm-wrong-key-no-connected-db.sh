#!/bin/sh
# LiteLLM's proxy with a master key and no database answers a wrong key with status 400 and "No connected db.", so that clients see
# a request that they must change, and no word about the key.
#
# Package: litellm[proxy] 1.108.7. Seen on 30 November 2026 with Python 3.11. Takes minutes to install.
set -eu
folder=$(mktemp -d)
port=$((20000 + $$ % 10000))
trap 'kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
server=
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check 'litellm[proxy]==1.108.7'
cat >"$folder/config.yaml" <<'END'
model_list:
  - model_name: small
    litellm_params: { model: openai/small, api_base: 'http://127.0.0.1:9/v1', api_key: none }
general_settings: { master_key: sk-right }
END
cd "$folder"
LITELLM_LOCAL_MODEL_COST_MAP=True "$folder/python/bin/litellm" --config config.yaml --host 127.0.0.1 --port "$port" --telemetry False >server.log 2>&1 &
server=$!
for _ in $(seq 180); do
  if curl --silent --fail --output /dev/null "http://127.0.0.1:$port/health/liveliness"; then break; fi
  sleep 1
done
for key in sk-right sk-wrong; do
  status=$(curl --silent --output answer.json --write-out '%{http_code}' -H "Authorization: Bearer $key" "http://127.0.0.1:$port/v1/models")
  message=$(python3 -c 'import json; print(json.load(open("answer.json")).get("error", {}).get("message", "the models")[:16])')
  echo "$key: $status $message"
done | tee output.txt
cat >expected.txt <<'END'
sk-right: 200 the models
sk-wrong: 400 No connected db.
END
diff expected.txt output.txt
