import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { isGroup } from './names.ts'

const IN_CHAT_MS = 1000
const IN_GROUP = 20
const MINUTE_MS = 60_000
/** Minimum interval between two messages. The provider allows 30 messages a second to all chats together. */
const OVERALL_MS = 34

const MAX_WAIT_MS = 5000

const MAX_CHATS = 10_000

export type SendTurn = { isNow: true } | { isNow: false; afterMs: number; of: 'conversation' | 'channel' }

/** Stays within the provider's limits, because the provider blocks all messages of a bot that exceeds them. */
export interface ChatBPace {
  /** Waits until the limits allow a message. @throws the signal's reason. */
  turn(chat: number, signal: AbortSignal): Promise<SendTurn>
}

/** Source: Bot API, "My bot is hitting limits, how do I avoid this?". */
export function createChatBPace(clock: Pick<Clock, 'now' | 'sleep'>): ChatBPace {
  const turns = new BoundedMap<number, readonly EpochMs[]>(MAX_CHATS)
  let free: EpochMs = 0

  return {
    async turn(chat, signal) {
      const before = turns.get(chat) ?? []
      const at = Math.max(clock.now(), earliestIn(chat, before))
      if (at - clock.now() > MAX_WAIT_MS)
        return { isNow: false, afterMs: at - clock.now(), of: 'conversation' }
      if (free - at > MAX_WAIT_MS) return { isNow: false, afterMs: free - at, of: 'channel' }
      turns.set(chat, [...before, at].slice(-IN_GROUP))
      if (at > clock.now()) await clock.sleep(at - clock.now(), signal)
      const now = clock.now()
      const slot = Math.max(now, free)
      free = slot + OVERALL_MS
      if (slot > now) await clock.sleep(slot - now, signal)
      return { isNow: true }
    },
  }
}

function earliestIn(chat: number, turns: readonly EpochMs[]): EpochMs {
  const afterLast = (turns.at(-1) ?? -Infinity) + IN_CHAT_MS
  return isGroup(chat) && turns.length >= IN_GROUP
    ? Math.max(afterLast, turns.at(-IN_GROUP)! + MINUTE_MS)
    : afterLast
}
