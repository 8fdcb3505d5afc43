import type { Clock } from '#base/clock.ts'
import { sha256 } from '#base/ids.ts'
import { TurnRefused } from './turn-refused.ts'
import type { Turn, TurnEvent } from './turn.ts'

export interface LoopGuardDeps {
  clock: Pick<Clock, 'now'>
  /** Turns with the same caller and prompt that may call tools within a minute; 0 is no limit. */
  perMinute: number
}

export interface LoopGuard {
  /** Pass on a turn's events. @throws TurnRefused before the first one, when the turn is part of a loop. */
  watch(turn: Turn, events: AsyncIterable<TurnEvent>): AsyncIterable<TurnEvent>
}

/** Turns with the same caller and prompt that may wait for a tool at the same time. */
const MOST_NESTED = 8
const MINUTE_MS = 60_000
/** Turns are looked through for old ones once there are this many. */
const MANY = 10_000

/**
 * Breaks loops of agents that start themselves: a tool that asks its own Hub, or a webhook that a tool sends and that
 * runs the agent again. Whatever a tool sends can't be trusted to say where it came from, so a loop is known by what it
 * does: the same caller asks the same thing over and over, and each time tools are called. Turns without tools start
 * nothing and don't count.
 */
export function createLoopGuard({ clock, perMinute }: LoopGuardDeps): LoopGuard {
  const seen = new Map<string, Seen>()

  const seenOf = (key: string): Seen => {
    const now = clock.now()
    if (seen.size > MANY)
      for (const [other, { at, nested }] of seen)
        if (nested === 0 && isOld(at.at(-1), now)) seen.delete(other)
    const known = seen.get(key) ?? { at: [], nested: 0 }
    known.at = known.at.filter((at) => !isOld(at, now))
    return known
  }
  /** From its first tool call on a turn may be starting others. */
  const enter = (key: string): Seen => {
    const about = seenOf(key)
    seen.set(key, about)
    about.nested++
    about.at.push(clock.now())
    return about
  }

  return {
    async *watch(turn, events) {
      if (perMinute === 0) return yield* events
      const key = keyOf(turn)
      const before = seenOf(key)
      if (before.at.length >= perMinute || before.nested >= MOST_NESTED)
        throw new TurnRefused('loop_detected', LOOP)
      let inside: Seen | null = null
      try {
        for await (const event of events) {
          if (event.type === 'tool') inside ??= enter(key)
          yield event
        }
      } finally {
        if (inside) inside.nested--
      }
    },
  }
}

interface Seen {
  /** When its turns first called a tool, within the last minute. */
  at: number[]
  /** Turns that run and have called tools. */
  nested: number
}

const LOOP =
  'The same request came from the same caller again and again within a minute, calling tools each time. ' +
  'It looks like an agent that starts itself, so it was stopped. Wait a minute, or ask for something else.'

const isOld = (at: number | undefined, now: number): boolean => at === undefined || at <= now - MINUTE_MS

const keyOf = ({ caller, messages }: Turn): string => {
  const last = messages.findLast(({ role }) => role === 'user')
  const texts =
    last?.role === 'user'
      ? last.parts.map((part) => (part.type === 'text' ? part.text : (part.filename ?? '')))
      : []
  return sha256(JSON.stringify([caller.email, texts]))
}
