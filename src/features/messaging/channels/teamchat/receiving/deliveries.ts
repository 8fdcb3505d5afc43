import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { SocketContext } from '../../../channel.ts'
import { readTeamchatEvent } from '../read.ts'
import type { Envelope } from './socket.ts'

/** Stores each message once, even if it arrives in two events or from both connection and history. */
export interface TeamchatDeliveries {
  /** Resolves after the message is stored. If there is nothing to store, it resolves at once. */
  storeEnvelope(envelope: Envelope): Promise<void>
  /** Stores a message of the history. @returns null if it was already stored or is ignored. */
  storeFound(payload: object): Promise<{ isAddressed: boolean; at: number } | null>
}

const MAX_REMEMBERED_MESSAGES = 10_000

const STORED_TYPES: ReadonlySet<string> = new Set(['events_api', 'interactive'])

export function createDeliveries(store: SocketContext['store']): TeamchatDeliveries {
  const stored = new BoundedMap<string, Promise<void>>(MAX_REMEMBERED_MESSAGES)

  const storeOnce = (id: string, payload: object): Promise<void> => {
    const known = stored.get(id)
    if (known) return known
    const storing = store({ id, body: Buffer.from(JSON.stringify(payload)) })
    stored.set(id, storing)
    storing.catch(() => stored.delete(id))
    return storing
  }

  return {
    async storeEnvelope({ type, id, payload }) {
      if (!STORED_TYPES.has(type) || typeof payload !== 'object' || payload === null) return
      // Leaves out secrets: the app's token, and the values with which the Hub could respond to the press.
      const {
        token: _,
        response_url: _url,
        trigger_id: _trigger,
        ...event
      } = payload as Record<string, unknown>
      const [incoming] = readTeamchatEvent(event)
      if (!incoming || incoming.kind === 'ignored') return
      const eventId = typeof event['event_id'] === 'string' ? event['event_id'] : id
      await storeOnce(
        incoming.kind === 'message' || incoming.kind === 'pressed' ? incoming.id : eventId,
        event,
      )
    },
    async storeFound(payload) {
      const [message] = readTeamchatEvent(payload)
      if (message?.kind !== 'message' || stored.has(message.id)) return null
      await storeOnce(message.id, payload)
      return { isAddressed: message.isAddressed, at: message.at }
    },
  }
}
