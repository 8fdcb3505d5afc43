import { randomFillSync } from 'node:crypto'

const NANOSECONDS_IN_MS = 1_000_000n

/** Names of event files: `<epoch nanoseconds, 19 digits>-<random>.json`, so that name order is arrival order. */
export interface EventNames {
  /** A name that sorts after every earlier name, even if the clock stops or is set back. */
  next(nowMs: number): string
}

export function createEventNames(last: Iterable<string>): EventNames {
  let latest = 0n
  for (const name of last) {
    const stamp = nanosecondsOf(name)
    if (stamp !== null && stamp > latest) latest = stamp
  }
  const random = createRandom()
  return {
    next(nowMs) {
      const now = BigInt(Math.trunc(nowMs)) * NANOSECONDS_IN_MS
      latest = now > latest ? now : latest + 1n
      return `${String(latest).padStart(19, '0')}-${random()}.json`
    },
  }
}

const createRandom = (): (() => string) => {
  const pool = Buffer.alloc(4096)
  let at = pool.length
  return () => {
    if (at === pool.length) {
      randomFillSync(pool)
      at = 0
    }
    return pool.toString('hex', at, (at += 4))
  }
}

export const nanosecondsOf = (name: string): bigint | null => {
  const digits = /^(\d{19})-[0-9a-f]+\.json$/.exec(name)?.[1]
  return digits === undefined ? null : BigInt(digits)
}

/** Excludes names with line breaks, which would break lists of names. */
export const isEventName = (name: string): boolean =>
  name.endsWith('.json') && !name.startsWith('.') && !/[/\p{Cc}\u2028\u2029]/u.test(name)
