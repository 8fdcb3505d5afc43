#!/bin/sh
# The NATS client for Node gives no reason at a server with `handshake_first: true`. A client with `tls` and without `handshakeFirst`
# waits for the server's first message, which the server sends only after TLS. The server closes after two seconds, and the client's
# error is "node provided an undefined error"; with a shorter limit it is "timeout", as at a server that is far away. At a server without `handshake_first`, a client with `handshakeFirst` gets OpenSSL's "wrong version number".
#
# Packages: @nats-io/transport-node 3.4.0, nats-server 2.15.3. Seen on 29 November 2026 with Node 20. Needs Go and openssl.
set -eu
folder=$(mktemp -d)
trap 'kill $servers 2>/dev/null || true; rm -rf "$folder"' EXIT
servers=
cd "$folder"
GOBIN=$folder CGO_ENABLED=0 go install github.com/nats-io/nats-server/v2@v2.15.3
npm install --silent --no-audit --no-fund --no-save @nats-io/transport-node@3.4.0 >/dev/null
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
  -keyout key.pem -out cert.pem 2>/dev/null
for first in true false; do
  echo "tls { cert_file: cert.pem, key_file: key.pem, handshake_first: $first }" >$first.conf
  ./nats-server -a localhost -p -1 --ports_file_dir "$folder" -c $first.conf 2>$first.log &
  servers="$servers $!"
done
until grep -q 'Server is ready' true.log && grep -q 'Server is ready' false.log; do sleep 0.2; done
port() { sed -n 's/.*client connections on .*:\([0-9]*\)$/\1/p' "$1.log"; }
cat >try.mjs <<'END'
import { connect } from '@nats-io/transport-node'
const [first, usual] = process.argv.slice(2)
const end = async (port, handshakeFirst) => {
  const tls = { caFile: 'cert.pem', ...(handshakeFirst && { handshakeFirst }) }
  const options = { servers: `localhost:${port}`, timeout: 3000, reconnect: false, tls }
  return connect(options).then(async (connection) => (await connection.close(), 'connected'), (error) => error.code ?? error.message)
}
console.log('handshake_first: true, client with handshakeFirst:', await end(first, true))
console.log('handshake_first: true, client without:', await end(first, false))
console.log('handshake_first: false, client with handshakeFirst:', await end(usual, true))
END
node try.mjs "$(port true)" "$(port false)" | tee output.txt
cat >expected.txt <<'END'
handshake_first: true, client with handshakeFirst: connected
handshake_first: true, client without: error connecting - node provided an undefined error
handshake_first: false, client with handshakeFirst: ERR_SSL_WRONG_VERSION_NUMBER
END
diff expected.txt output.txt
