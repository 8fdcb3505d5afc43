import type { Localized } from '#ground/turn/language/language.ts'
import { sentencesIn } from '#ground/turn/language/sentences.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { sha256 } from '#ground/base/ids.ts'
import type { TurnEvent } from '#ground/turn/schema.ts'
import { TurnRefused } from './turn-refused.ts'
import type { AgentTurn } from './turn.ts'

export interface LoopGuardDeps {
  clock: Pick<Clock, 'now'>
  perMinute: number
}

export interface LoopGuard {
  /** @throws TurnRefused before the first event if the turn is part of a loop. */
  watch(turn: AgentTurn, events: AsyncIterable<TurnEvent>): AsyncIterable<TurnEvent>
}

const MAX_NESTED_TURNS = 8
const MINUTE_MS = 60_000
const MAX_ENTRIES = 10_000

/**
 * Stops agents that start themselves: a tool that calls its own Hub, or sends a webhook that runs the agent again.
 * 1. A tool's requests to this machine carry the depth of the turn, the number of turns that led to it. The depth
 *    reveals a tool that calls its own Hub.
 * 2. Requests through other programs carry no depth. The guard detects them by repetition: the same caller and prompt
 *    several times per minute.
 * 3. Turns without tool calls cannot start other turns and do not count.
 */
export function createLoopGuard({ clock, perMinute }: LoopGuardDeps): LoopGuard {
  const seen = new Map<string, EpochMs[]>()

  const recent = (key: string): EpochMs[] => {
    const now = clock.now()
    if (seen.size > MAX_ENTRIES) for (const [other, at] of seen) if (isOld(at.at(-1), now)) seen.delete(other)
    return (seen.get(key) ?? []).filter((at) => !isOld(at, now))
  }

  return {
    async *watch(turn, events) {
      if (perMinute === 0) return yield* events
      const isRepeat = seen.size > 0 && recent(keyOf(turn)).length >= perMinute
      if ((turn.depth ?? 0) >= MAX_NESTED_TURNS || isRepeat) throw new TurnRefused('loop_detected', LOOP)
      let counted = false
      for await (const event of events) {
        if (event.type === 'tool' && !counted) {
          counted = true
          const key = keyOf(turn)
          seen.set(key, [...recent(key), clock.now()])
        }
        yield event
      }
    },
  }
}

const LOOP: Localized = (language) => sentencesIn(language).loop

const isOld = (at: number | undefined, now: number): boolean => at === undefined || at <= now - MINUTE_MS

const keyOf = ({ caller, chatId, messages }: AgentTurn): string => {
  const last = messages.findLast(({ role }) => role === 'user')
  const texts =
    last?.role === 'user'
      ? last.parts.map((part) => (part.type === 'text' ? part.text : (part.filename ?? '')))
      : []
  return sha256(JSON.stringify([caller.email ?? { chatId }, texts]))
}
