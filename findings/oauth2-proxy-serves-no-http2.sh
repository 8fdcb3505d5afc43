#!/bin/sh
# oauth2-proxy 7.15.6 serves HTTPS with HTTP/1.1 only, although Go's server has HTTP/2: a client that offers h2 and
# http/1.1 gets http/1.1. A browser then opens at most six connections to a
# host, so six open event streams block the page. A proxy with HTTP/2 before it avoids that.
#
# Seen on 2026-11-29 with oauth2-proxy 7.15.6, Go 1.26.8, OpenSSL 3.0:
#   oauth2-proxy 7.15.6: ALPN protocol: http/1.1
set -eu
folder=$(mktemp -d)
trap 'kill "$proxy" 2>/dev/null || true; rm -rf "$folder"' EXIT
proxy=
cd "$folder"
GOBIN="$folder" GOFLAGS=-modcacherw go install github.com/oauth2-proxy/oauth2-proxy/v7@v7.15.6
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -keyout key.pem -out cert.pem -subj /CN=localhost 2>/dev/null
port=24180
./oauth2-proxy --provider=github --client-id=a --client-secret=b --cookie-secret=0123456789abcdef --email-domain='*' \
  --upstream=static://202 --https-address="127.0.0.1:$port" --tls-cert-file=cert.pem --tls-key-file=key.pem \
  --redirect-url="https://localhost:$port/oauth2/callback" >log 2>&1 &
proxy=$!
for _ in 1 2 3 4 5 6 7 8 9 10; do
  openssl s_client -connect "127.0.0.1:$port" -alpn h2,http/1.1 </dev/null >hello 2>/dev/null && break
  sleep 1
done
seen=$(grep -o 'ALPN protocol: .*' hello) || { cat log >&2; exit 1; }
echo "oauth2-proxy 7.15.6: $seen"
[ "$seen" = 'ALPN protocol: http/1.1' ] || { echo 'changed: oauth2-proxy negotiates a protocol' >&2; exit 1; }
