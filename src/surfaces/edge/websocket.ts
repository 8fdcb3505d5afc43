import type { Socket } from 'node:net'
import type { UpstreamConnection } from './engine/upstream-connection.ts'

/**
 * Join a client to an upstream that agreed to a websocket. Nothing of the client's went upstream before that answer:
 * a relay that starts earlier would let requests slip past the edge's rules.
 *
 * @param early  Bytes the client sent right after its request.
 * @param idleMs Silence in both directions after which both ends are cut.
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

/** When one side is closed in both directions the other has nothing left to do but to send what it still holds. */
function closeTogether(gone: Socket, left: Socket): void {
  gone.once('close', () => (gone.readableEnded ? left.destroySoon() : left.destroy()))
}
