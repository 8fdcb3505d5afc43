import type { ScheduleTrigger, Trigger } from './definition.ts'

/** The time zone that a schedule names. Undefined for any other trigger: then the person's zone counts, or the Hub's. */
export const zoneOf = (trigger: Trigger): string | undefined =>
  trigger.kind === 'schedule' ? (trigger.timezone ?? undefined) : undefined

/** The time zone in which the times of a schedule are read. */
export const clockZoneOf = ({ timezone }: Pick<ScheduleTrigger, 'timezone'>): string => timezone ?? 'UTC'
