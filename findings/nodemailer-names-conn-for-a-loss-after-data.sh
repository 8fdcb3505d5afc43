#!/usr/bin/env bash
# nodemailer names the command CONN in the error of a connection that breaks after the server got the whole message.
#
# A program that wants to know whether a mail may have been accepted reads `error.command`: CONN stands for the attempt to
# connect, when nothing was sent. The same value comes when the server closes the connection after `DATA`, the message and
# the final dot, where the mail may well be on its way. A refusal with a status at that point names DATA.
#
# Package: nodemailer 10.6.1. Seen on 30 November 2026 with Node 20 and 24.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund nodemailer@10.6.1

cat >try.mjs <<'JS'
import { createServer } from 'node:net'
import nodemailer from 'nodemailer'

/** A mail server that accepts everything; `atEnd` runs when the message is complete. */
const serve = (atEnd) => new Promise((resolve) => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 mail.example.com ESMTP\r\n')
    let isMessage = false
    let text = ''
    socket.on('data', (piece) => {
      text += piece
      for (let end; (end = text.indexOf('\r\n')) >= 0; text = text.slice(end + 2)) {
        const line = text.slice(0, end)
        if (isMessage) {
          if (line === '.') atEnd(socket)
        } else if (/^DATA/i.test(line)) {
          isMessage = true
          socket.write('354 go on\r\n')
        } else socket.write('250 ok\r\n')
      }
    })
  }).listen(0, '127.0.0.1', () => resolve({ port: server.address().port, close: () => server.close() }))
})

const send = async (atEnd) => {
  const server = await serve(atEnd)
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port: server.port, ignoreTLS: true })
  const mail = { from: 'hub@example.com', to: 'ann@example.com', subject: 'Hello', text: 'Hello' }
  const end = await transport.sendMail(mail).then(() => 'sent', ({ code, command }) => `${code}, command ${command}`)
  server.close()
  return end
}

console.log('refused after the message:', await send((socket) => socket.write('451 try later\r\n')))
console.log('connection closed after the message:', await send((socket) => socket.destroy()))
process.exit(0)
JS

node try.mjs | tee output.txt
cat >expected.txt <<'TEXT'
refused after the message: EMESSAGE, command DATA
connection closed after the message: ECONNECTION, command CONN
TEXT
diff expected.txt output.txt
