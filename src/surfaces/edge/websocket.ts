import type { Socket } from 'node:net'
import type { UpstreamConnection } from './engine/upstream-connection.ts'

/**
 * Joins a client to an upstream that accepted a websocket. Bytes of the client are forwarded only after the
 * acceptance; otherwise a request could bypass the edge's rules.
 *
 * @param early Bytes that the client sent right after its request.
 * @param idleMs Milliseconds of silence in both directions after which the connections are closed.
 */
export function relayWebsocket(
  { socket: client, early }: { socket: Socket; early: Buffer | null },
  connection: UpstreamConnection,
  idleMs: number,
): void {
  const upstream = connection.relayTo(client)
  if (early) upstream.write(early)
  client.pipe(upstream)
  closeTogether(client, upstream)
  closeTogether(upstream, client)
  client.setTimeout(idleMs, () => client.destroy())
}

/** After one side closed completely, the other only has to send its buffered bytes. */
function closeTogether(gone: Socket, left: Socket): void {
  gone.once('close', () => (gone.readableEnded ? left.destroySoon() : left.destroy()))
}
