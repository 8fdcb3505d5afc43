import type { Trigger } from './definition.ts'

/** The time zone that a schedule names; undefined where the Hub's own is meant. */
export const zoneOf = (trigger: Trigger): string | undefined =>
  trigger.kind === 'schedule' && trigger.timezone !== 'UTC' ? trigger.timezone : undefined
