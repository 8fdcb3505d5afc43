#!/bin/sh
# oauth4webapi, which openid-client is made of, percent-encodes "-", "_" and "." in the credentials of HTTP Basic. RFC 6749, 2.3.1 asks
# for application/x-www-form-urlencoded, which leaves these characters as they are. A server that decodes reads both; a server that
# does not, such as the authorization server of the MCP conformance suite, refuses `my-client` as `my%2Dclient`.
# Prints the credentials that are sent; fails when the behaviour changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save oauth4webapi@3.8.8 >/dev/null
cat > basic.mjs <<'END'
import { readFileSync } from 'node:fs'
import { ClientSecretBasic } from 'oauth4webapi'

const headers = new Headers()
const id = 'my-client_1.0'
ClientSecretBasic('a-b')({ issuer: 'https://a.test' }, { client_id: id }, new URLSearchParams(), headers)
const sent = Buffer.from(headers.get('authorization').slice('Basic '.length), 'base64').toString()
const form = (text) => new URLSearchParams([['', text]]).toString().slice(1)
console.log(`oauth4webapi ${JSON.parse(readFileSync('node_modules/oauth4webapi/package.json')).version} sends ${sent}`)
console.log(`form encoding is ${form(id)}:${form('a-b')}`)
process.exitCode = sent === 'my%2Dclient%5F1%2E0:a%2Db' ? 0 : 1
END
node basic.mjs
