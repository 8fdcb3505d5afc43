import { LEVELS, type AttentionItem, type AttentionLevel } from '../schema.ts'

/**
 * Identifies an item while its level, count and latest time change. A run that fails again after a retry stays the same
 * item.
 */
export const keyOf = ({ kind, hub, subject, subject_id: id, budget }: AttentionItem): string =>
  JSON.stringify([
    kind === 'run_retrying' ? 'run_failed' : kind,
    hub,
    id ?? subject,
    ...(budget ? [budget.scope, budget.period, budget.limit_usd === null ? 'tokens' : 'usd'] : []),
  ])

export const isAtLeast = (level: AttentionLevel, least: AttentionLevel): boolean =>
  LEVELS.indexOf(level) <= LEVELS.indexOf(least)

export interface Severity {
  level: AttentionLevel
  count: number
}

/**
 * True for a higher level, for one more decision, and for twice as many failures. A count that grows by one at a
 * time is thus reported ever less often.
 */
export const isWorse = (now: Severity, before: Severity): boolean => {
  if (now.level !== before.level) return isAtLeast(now.level, before.level)
  return now.level === 'decision' ? now.count > before.count : now.count >= before.count * 2
}
