import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect, type AddressInfo } from 'node:net'
import { createServer } from 'node:tls'

/**
 * A server before a plain NATS server that begins with TLS, as a NATS server with `handshake_first`, which Debian's
 * NATS server lacks.
 *
 * @returns Its port.
 */
export async function startTlsFirst(
  t: { after(then: () => unknown): void },
  plainPort: number,
  { certificate, key }: { certificate: string; key: string },
): Promise<number> {
  const front = createServer({ cert: await readFile(certificate), key: await readFile(key) }, (socket) => {
    const upstream = connect(plainPort, '127.0.0.1')
    for (const end of [socket, upstream]) end.on('error', () => {})
    upstream.once('data', (info) => {
      socket.write(info.toString().replace('{', '{"tls_required":true,'))
      upstream.pipe(socket)
    })
    socket.pipe(upstream)
  })
  front.on('tlsClientError', () => {})
  front.listen(0, 'localhost')
  await once(front, 'listening')
  t.after(() => front.close())
  return (front.address() as AddressInfo).port
}
