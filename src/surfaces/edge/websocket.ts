import type { Socket } from 'node:net'
import type { UpstreamConnection } from './engine/upstream-connection.ts'

/** Forwards the client's bytes only after the upstream accepts: otherwise requests could bypass the edge's rules. */
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

function closeTogether(closed: Socket, remaining: Socket): void {
  closed.once('close', () => (closed.readableEnded ? remaining.destroySoon() : remaining.destroy()))
}
