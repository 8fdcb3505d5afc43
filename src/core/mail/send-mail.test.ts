import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { after, test, type TestContext } from 'node:test'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { Resolve } from '#ground/base/network/resolve.ts'
import { makeCertificates } from '../../../tests/support/certificates.ts'
import { sendMail } from './send-mail.ts'

const NAME = 'mail.test'
const { ca, certificate, key } = await makeCertificates({ after }, NAME)
const usual = getCACertificates()
setDefaultCACertificates([...usual, readFileSync(ca, 'utf8')])
after(() => setDefaultCACertificates(usual))

const MAIL = { id: 'one', to: 'ann@example.com', subject: 'Hello', text: 'Hello.\n' }
const send = (port: number, resolve: Resolve, { scheme = 'smtps', name = NAME, user = 'hub:word@' } = {}) =>
  sendMail({ url: `${scheme}://${user}${name}:${port}`, from: 'hub@example.com' }, MAIL, resolve)

const resolveTo = (...addresses: string[]) => {
  const asked: string[] = []
  const resolve: Resolve = async (name) => {
    asked.push(name)
    return addresses.map((address) => ({ address, family: 4 }))
  }
  return { asked, resolve }
}

async function startServer(t: TestContext, options: SMTPServerOptions) {
  const seen = { names: [] as string[], mails: 0 }
  const server = new SMTPServer({
    cert: readFileSync(certificate),
    key: readFileSync(key),
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onData(stream, session, done) {
      seen.names.push(String(session.servername))
      seen.mails++
      stream.resume().on('end', () => done())
    },
    ...options,
  })
  server.on('error', () => {}) // a client that refuses the certificate
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  t.after(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { seen, port: (server.server.address() as AddressInfo).port }
}

for (const [scheme, options] of [
  ['smtps', { secure: true }],
  ['smtp', {}],
] as const)
  test(`a mail is sent by ${scheme} to the checked addresses in turn, with the certificate of the name [notices.mail]`, async (t) => {
    const { seen, port } = await startServer(t, options)
    // Nothing listens at the first address, and the machine’s resolver does not know the name.
    const { asked, resolve } = resolveTo('127.0.0.2', '127.0.0.1')
    assert.deepEqual(await send(port, resolve, { scheme }), { outcome: 'sent' })
    assert.deepEqual([asked, seen.names], [[NAME], [NAME]])
    const wrong = await send(port, resolve, { scheme, name: 'other.test' })
    assert.equal(wrong.outcome === 'unsent' && wrong.problem, 'tls')
    assert.equal(seen.mails, 1)
  })

test('a name without addresses, and one with a link-local address, gets no mail [notices.mail]', async (t) => {
  const { seen, port } = await startServer(t, { secure: true })
  const unknown = await send(port, () => Promise.reject(new Error('ENOTFOUND')))
  assert.equal(unknown.outcome === 'unsent' && unknown.problem, 'unreachable')
  const forbidden = await send(port, resolveTo('127.0.0.1', '169.254.169.254').resolve)
  assert.equal(forbidden.outcome === 'unsent' && forbidden.problem, 'address')
  assert.equal(seen.mails, 0)
})

test('a mail whose connection breaks while it is sent is not sent to the next address [notices.mail]', async (t) => {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.write('220 hello\r\n')
    let isMail = false
    socket.on('data', (data) => {
      if (isMail) return void socket.destroy()
      isMail = data.toString().startsWith('DATA')
      socket.write(isMail ? '354 go on\r\n' : '250 yes\r\n')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const { resolve } = resolveTo('127.0.0.1', '127.0.0.1')
  const lost = await send(port, resolve, { scheme: 'smtp', user: '' })
  assert.equal(lost.outcome === 'unsent' && lost.problem, 'unreachable')
  assert.equal(connections, 1)
})
