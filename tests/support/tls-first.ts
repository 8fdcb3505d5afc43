import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect, type AddressInfo } from 'node:net'
import { createServer } from 'node:tls'

/**
 * Adds TLS-first (`handshake_first`) to a plain NATS server, because Debian's NATS server lacks it.
 * @returns Port
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
