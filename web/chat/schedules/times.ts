export type TimesKind = 'day' | 'weekdays' | 'week' | 'month' | 'custom'

/** All fields of the form, so that a change of the kind keeps the other inputs. */
export interface TimesDraft {
  kind: TimesKind
  /** `HH:MM`. */
  time: string
  /** 0 is Sunday. */
  weekday: number
  day: number
  /** Cron line or interval. */
  custom: string
}

export const NEW_TIMES: TimesDraft = { kind: 'week', time: '08:00', weekday: 1, day: 1, custom: '' }

export function scheduleOf({ kind, time, weekday, day, custom }: TimesDraft): string {
  const [hour, minute] = time.split(':').map(Number)
  const at = `${minute ?? 0} ${hour ?? 0}`
  if (kind === 'day') return `${at} * * *`
  if (kind === 'weekdays') return `${at} * * 1-5`
  if (kind === 'week') return `${at} * * ${weekday}`
  if (kind === 'month') return `${at} ${day} * *`
  return custom.trim()
}

const SIMPLE = /^(\d{1,2}) (\d{1,2}) (\*|\d{1,2}) \* (\*|1-5|[0-7])$/

/** A schedule that the form’s fields cannot express becomes `custom`. */
export function timesOf(schedule: string): TimesDraft {
  const custom = { ...NEW_TIMES, kind: 'custom', custom: schedule } as const
  const [, minute, hour, day, weekday] = SIMPLE.exec(schedule.trim()) ?? []
  if (minute === undefined || Number(minute) > 59 || Number(hour) > 23) return custom
  const draft = {
    ...NEW_TIMES,
    custom: schedule,
    time: `${hour!.padStart(2, '0')}:${minute.padStart(2, '0')}`,
  }
  if (day === '*') {
    if (weekday === '*') return { ...draft, kind: 'day' }
    if (weekday === '1-5') return { ...draft, kind: 'weekdays' }
    return { ...draft, kind: 'week', weekday: Number(weekday) % 7 }
  }
  const isDay = weekday === '*' && Number(day) >= 1 && Number(day) <= 31
  return isDay ? { ...draft, kind: 'month', day: Number(day) } : custom
}
