import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { SocketContext } from '../../../channel.ts'
import { readTeamchatEvent } from '../read.ts'
import type { Envelope } from './socket.ts'

/** Stores each message once, even if it arrives in two events or from both connection and history. */
export interface TeamchatDeliveries {
  /** Resolves after the message is stored, or at once if nothing is to be stored. */
  take(envelope: Envelope): Promise<void>
  /** Stores a message of the history. @returns null if it was already stored or is ignored. */
  found(payload: object): Promise<{ isAddressed: boolean; at: number } | null>
}

const REMEMBERED = 10_000

export function createDeliveries(store: SocketContext['store']): TeamchatDeliveries {
  const kept = new BoundedMap<string, Promise<void>>(REMEMBERED)

  const keep = (id: string, payload: object): Promise<void> => {
    const known = kept.get(id)
    if (known) return known
    const storing = store({ id, body: Buffer.from(JSON.stringify(payload)) })
    kept.set(id, storing)
    storing.catch(() => kept.delete(id))
    return storing
  }

  return {
    async take({ type, id, payload }) {
      if (type !== 'events_api' || typeof payload !== 'object' || payload === null) return
      // Do not store the app's secret, which each event contains.
      const { token: _, ...said } = payload as Record<string, unknown>
      const [incoming] = readTeamchatEvent(said)
      if (!incoming || incoming.kind === 'ignored') return
      const eventId = typeof said['event_id'] === 'string' ? said['event_id'] : id
      await keep(incoming.kind === 'message' ? incoming.id : eventId, said)
    },
    async found(payload) {
      const [message] = readTeamchatEvent(payload)
      if (message?.kind !== 'message' || kept.has(message.id)) return null
      await keep(message.id, payload)
      return { isAddressed: message.isAddressed, at: message.at }
    },
  }
}
