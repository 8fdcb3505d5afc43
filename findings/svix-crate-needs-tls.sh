#!/bin/sh
# The Rust crate `svix` does not compile without one of its two TLS features, although both are optional and TLS is not
# needed to sign and verify webhooks. With `default-features = false`, Cargo accepts `http1` and `http2`, and the compiler refuses
# the crate's own `connector.rs`: the types of its errors only fit when a TLS connector wraps them.
#
# Crate: svix 2.9.1. Seen on 30 November 2026 with Rust 1.95. Takes minutes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir src
echo 'fn main() {}' >src/main.rs
cat >Cargo.toml <<'END'
[package]
name = "probe"
version = "0.0.0"
edition = "2024"

[dependencies]
svix = { version = "=2.9.1", default-features = false, features = ["http1", "http2"] }
END
if cargo check --quiet 2>errors.txt; then echo 'http1, http2: compiled'; else
  echo "http1, http2: $(grep -c -E '^error\[E(0271|0308)\]' errors.txt) errors in $(sed -n 's|.*svix-2.9.1/\(src/[a-z]*\.rs\):.*|\1|p' errors.txt | sort -u)"
fi | tee output.txt
echo 'http1, http2: 4 errors in src/connector.rs' >expected.txt
diff expected.txt output.txt
