import { Cron } from 'croner'

/** A local time as milliseconds since 1970, as if the local time were UTC. */
export type WallMs = number

export interface WallTimes {
  /** Whether the line names hours, such as `2` or `2,14`. False for every hour or every n-th hour. */
  namesHours: boolean
  /** From `from` inclusive to `to` exclusive. */
  count(from: WallMs, to: WallMs): number
  first(from: WallMs, to: WallMs): WallMs | null
  last(from: WallMs, to: WallMs): WallMs | null
  /** Midnight of the first day on which the line matches, on or after the day of `from`; null without such a day. */
  nextDay(from: WallMs): WallMs | null
}

export const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/**
 * Each combination of date and weekday occurs within 40 years, so a line that matches no day within this time never
 * matches.
 */
const MAX_WAIT_DAYS = 40 * 366

const NICKNAMES: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
}

/** Parses a cron line of five fields or a nickname such as `@daily`. @throws Error with the problem. */
export function parseWallTimes(line: string): WallTimes {
  const fields = (NICKNAMES[line.toLowerCase()] ?? line).split(/\s+/)
  if (fields.length !== 5) throw new Error('expected a cron line of five fields, such as “0 7 * * 1-5”')
  const [minute, hour, ...day] = fields
  const days = patternOf(`0 0 ${day.join(' ')}`)
  const time = patternOf(`${minute} ${hour} * * *`)
  let known: number[] | null = null
  const times = () => (known ??= minutesOfDay().filter((at) => time.match(new Date(at))))
  let isOver = false

  const clipped = (midnight: WallMs, from: WallMs, to: WallMs): number[] =>
    !days.match(new Date(midnight))
      ? []
      : from <= midnight && to >= midnight + DAY_MS
        ? times()
        : times().filter((at) => midnight + at >= from && midnight + at < to)

  return {
    namesHours: !hour!.startsWith('*') && hour !== '?',
    count(from, to) {
      let count = 0
      for (let midnight = dayOf(from); midnight < to; midnight += DAY_MS)
        count += clipped(midnight, from, to).length
      return count
    },
    first(from, to) {
      for (let midnight = dayOf(from); midnight < to; midnight += DAY_MS) {
        const [at] = clipped(midnight, from, to)
        if (at !== undefined) return midnight + at
      }
      return null
    },
    last(from, to) {
      for (let midnight = dayOf(to); midnight > from - DAY_MS; midnight -= DAY_MS) {
        const at = clipped(midnight, from, to).at(-1)
        if (at !== undefined) return midnight + at
      }
      return null
    },
    nextDay(from) {
      for (let n = 0; n < MAX_WAIT_DAYS && !isOver; n++) {
        const midnight = dayOf(from) + n * DAY_MS
        if (days.match(new Date(midnight))) return midnight
      }
      isOver = true
      return null
    },
  }
}

/** Matches local times as if they were times in UTC (`WallMs`), because UTC has no clock changes. */
const patternOf = (line: string): Cron => {
  const reversed = reversedRange(line)
  if (reversed !== null) throw new Error(reversed)
  try {
    return new Cron(line, { utcOffset: 0, paused: true })
  } catch (error) {
    // The parser's messages begin with its class name.
    throw new Error((error as Error).message.replace(/^CronPattern: /, ''), { cause: error })
  }
}

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function reversedRange(line: string): string | null {
  for (const [, from, to] of line.matchAll(/(?<![^\s,])(\w+)-(\w+)(?![^\s,/])/g)) {
    for (const names of [DAYS, MONTHS]) {
      const [first, last] = [names.indexOf(from!.toLowerCase()), names.indexOf(to!.toLowerCase())]
      // At the end of a range, Sunday may be written as 7.
      if (first === -1 || last === -1 || first <= last || (names === DAYS && last === 0)) continue
      const each = [...names, ...names].slice(first, last + names.length + 1)
      return `the range ${from}-${to} ends before it begins; write ${each.join(',').toUpperCase()}`
    }
    if (/^\d+$/.test(from!) && /^\d+$/.test(to!) && Number(from) > Number(to))
      return `the range ${from}-${to} ends before it begins; write two ranges, separated by a comma`
  }
  return null
}

const minutesOfDay = (): number[] => Array.from({ length: DAY_MS / MINUTE_MS }, (_, n) => n * MINUTE_MS)

const dayOf = (at: WallMs): WallMs => Math.floor(at / DAY_MS) * DAY_MS
