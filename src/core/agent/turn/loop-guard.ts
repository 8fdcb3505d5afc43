import type { Localized } from '#ground/turn/language/language.ts'
import { sentencesIn } from '#ground/turn/language/sentences.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { sha256 } from '#ground/base/ids.ts'
import type { TurnEvent } from '#ground/turn/schema.ts'
import { TurnRefused } from './turn-refused.ts'
import type { AgentTurn } from './turn.ts'

export interface LoopGuardDeps {
  clock: Pick<Clock, 'now'>
  /** Turns with the same caller and prompt that may call tools within a minute; 0 is no limit. */
  perMinute: number
}

export interface LoopGuard {
  /** Pass on a turn's events. @throws TurnRefused before the first one, when the turn is part of a loop. */
  watch(turn: AgentTurn, events: AsyncIterable<TurnEvent>): AsyncIterable<TurnEvent>
}

/** Turns that may run within one another's tools. */
const MAX_NESTED_TURNS = 8
const MINUTE_MS = 60_000
/** Number of turns above which old turns are removed. */
const MANY = 10_000

/**
 * Breaks loops of agents that start themselves: a tool that calls its own Hub, or a webhook that a tool sends
 * and that runs the agent again. The first is recognized by the depth in a tool's requests. Requests without
 * a depth, sent through another program, are recognized by repetition: the same caller sends the same prompt
 * over and over, and each time tools are called. Turns without tools start nothing and don't count.
 */
export function createLoopGuard({ clock, perMinute }: LoopGuardDeps): LoopGuard {
  const seen = new Map<string, EpochMs[]>()

  const recent = (key: string): EpochMs[] => {
    const now = clock.now()
    if (seen.size > MANY) for (const [other, at] of seen) if (isOld(at.at(-1), now)) seen.delete(other)
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

/** Callers without a name are distinguished by their chats. */
const keyOf = ({ caller, chatId, messages }: AgentTurn): string => {
  const last = messages.findLast(({ role }) => role === 'user')
  const texts =
    last?.role === 'user'
      ? last.parts.map((part) => (part.type === 'text' ? part.text : (part.filename ?? '')))
      : []
  return sha256(JSON.stringify([caller.email ?? { chatId }, texts]))
}
