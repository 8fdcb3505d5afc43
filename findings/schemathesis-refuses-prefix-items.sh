#!/bin/sh
# Schemathesis rewrites `prefixItems` of a response in an OpenAPI 3.1 description to a list in `items`, as older drafts of JSON Schema
# had it, and then refuses its own rewriting: "Invalid Schema Object in response definition". The valid description of a tuple thus ends
# every test of the operation.
#
# Package: schemathesis 4.32.5. Seen on 30 November 2026 with Python 3.11.
set -eu
folder=$(mktemp -d)
server=
trap 'kill $server 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check schemathesis==4.32.5
cat >server.py <<'END'
import http.server


class Pair(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", "6")
        self.end_headers()
        self.wfile.write(b"[1, 2]")

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pair)
print(server.server_port, flush=True)
server.serve_forever()
END
python3 server.py >port &
server=$!
while [ ! -s port ]; do sleep 0.1; done
for tuple in '' '"prefixItems": [{"type": "number"}, {"type": "number"}],'; do
  echo '{"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/pair": {"get": {"responses": {"200": {"description": "ok",
    "content": {"application/json": {"schema": {'"$tuple"' "type": "array", "minItems": 2}}}}}}}}}' >api.json
  python/bin/schemathesis run api.json --url="http://127.0.0.1:$(cat port)" --checks=response_schema_conformance --phases=coverage --no-color >result.txt 2>&1 || true
  echo "${tuple:+with prefixItems: }$(grep -m 1 -o -E 'Invalid Schema Object in response definition|No issues found' result.txt)"
done | tee output.txt
cat >expected.txt <<'END'
No issues found
with prefixItems: Invalid Schema Object in response definition
END
diff expected.txt output.txt
