#!/bin/sh
# Makes the passwords and keys of compose.yaml in ./secrets, once. Run it as root or as user 1000, whom the Hub runs as: it reads
# its own two files only if nobody else can.
set -eu
cd "$(dirname "$0")"
umask 077
if [ -e secrets ]; then echo "$PWD/secrets is there already" >&2; exit 1; fi
case $(id -u) in 0 | 1000) ;; *) echo "run this as root or as user 1000" >&2; exit 1 ;; esac
secret() { openssl rand -hex "${1:-24}"; }
key() { openssl rand -base64 32 | tr '+/' '-_' | tr -d '=\n'; }

mkdir secrets.new
cd secrets.new
postgres=$(secret) nats=$(secret) s3_key=$(secret 10) s3_secret=$(secret)
printf %s "$postgres" > postgres_password
printf %s "root$(secret 6)" > s3_root_user
printf %s "$(secret)" > s3_root_password
printf %s "$s3_key" > s3_key
printf %s "$s3_secret" > s3_secret
cat > nats.conf << END
listen: 0.0.0.0:4222
http: 127.0.0.1:8222
authorization { users = [{ user: hub, password: "$nats", permissions: {
  publish: ["turn.>", "stop.>", "begun.>", "artifact.>", "access", "work.>", "_INBOX.>"]
  subscribe: ["turn.>", "stop.>", "begun.>", "artifact.>", "access", "work.>", "_INBOX.>"]
} }] }
END
cat > hub.env << END
SVC_DATABASE_URL='postgres://hub:$postgres@postgres:5432/hub'
SVC_BUS_URL='nats://hub:$nats@nats:4222'
SVC_BLOBS_ACCESS_KEY_ID='$s3_key'
SVC_BLOBS_SECRET_ACCESS_KEY='$s3_secret'
WEBHOOK_INBOUND_SECRET='$(secret)'
END
printf '{"bridgeKey":"%s","linkSecret":"%s","sessionSecret":"%s"}\n' "$(key)" "$(key)" "$(key)" > hub.json
[ "$(id -u)" -ne 0 ] || chown 1000:1000 hub.env hub.json
cd ..
mv secrets.new secrets
