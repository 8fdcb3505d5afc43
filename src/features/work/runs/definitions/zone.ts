import type { ScheduleTrigger, Trigger } from './definition.ts'

/** Time zone of a schedule; undefined if the person's zone or the Hub's applies. */
export const zoneOf = (trigger: Trigger): string | undefined =>
  trigger.kind === 'schedule' ? (trigger.timezone ?? undefined) : undefined

export const clockZoneOf = ({ timezone }: Pick<ScheduleTrigger, 'timezone'>): string => timezone ?? 'UTC'
