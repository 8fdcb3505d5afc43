import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { createSecureContext, TLSSocket } from 'node:tls'
import { makeCertificates } from '../support/certificates.ts'
import { folderWith } from '../support/folder.ts'
import { hub } from '../support/hub-command.ts'

/**
 * Simulates a database server up to its certificate: it answers `SSLRequest` with `S`, performs the TLS handshake,
 * and closes the connection.
 */
async function startTlsServer(t: TestContext, { certificate, key }: { certificate: string; key: string }) {
  const secureContext = createSecureContext({ cert: readFileSync(certificate), key: readFileSync(key) })
  let handshakes = 0
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('S')
      const secure = new TLSSocket(socket, { isServer: true, secureContext })
      secure.on('error', () => {})
      secure.once('data', () => {
        handshakes++
        secure.end()
      })
    })
  })
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening))
  t.after(() => server.close())
  return { port: (server.address() as AddressInfo).port, handshakes: () => handshakes }
}

test('an untrusted certificate of a database server is reported with advice [store.certificate]', async (t) => {
  const certificates = await makeCertificates(t)
  const folder = await folderWith(t, { 'agent.md': 'A test.' })
  const doctor = async (port: number, query: string, host = 'localhost') => {
    const environment = { SVC_DATABASE_URL: `postgres://hub:s3cret@${host}:${port}/hub?${query}` }
    const { stdout, stderr } = await hub(['doctor', folder], { environment })
    assert.doesNotMatch(stdout + stderr, /SECURITY WARNING|s3cret/)
    return stdout
  }
  const server = await startTlsServer(t, certificates)
  const untrusted = await doctor(server.port, 'sslmode=require')
  assert.match(
    untrusted,
    /^fail store .*\(UNABLE_TO_VERIFY_LEAF_SIGNATURE|^fail store .*UNABLE_TO_VERIFY_LEAF_SIGNATURE/m,
  )
  assert.match(untrusted, /sslrootcert=<file of its authority>.*sslmode=no-verify/)
  assert.equal(server.handshakes(), 0)
  const ca = `sslrootcert=${encodeURIComponent(certificates.ca)}`
  for (const query of [`sslmode=verify-full&${ca}`, `sslmode=require&${ca}`, 'sslmode=no-verify'])
    assert.doesNotMatch(await doctor(server.port, query), /sslrootcert=</, query)
  assert.ok(server.handshakes() > 0, 'both remedies reach the server')
  const own = await startTlsServer(t, {
    certificate: certificates.ca,
    key: certificates.ca.replace('ca.pem', 'ca.key'),
  })
  assert.match(
    await doctor(own.port, 'sslmode=require'),
    /self-signed, DEPTH_ZERO_SELF_SIGNED_CERT.*sslrootcert=</,
  )
})
