import type { EpochMs } from '#ground/base/clock.ts'
import type { AttentionItem, AttentionKind, AttentionLevel } from '../schema.ts'
import { isAtLeast, isWorse, keyOf, type Severity } from './item-key.ts'
import type { NoticeCause } from './schema.ts'

/** Stored state of an item that a person sees. */
export interface KnownItem extends Severity {
  facts: AttentionItem
  seenAt: EpochMs
  /** Null while the service waits to see whether the item lasts. */
  notifiedAt: EpochMs | null
}

export interface Wanted {
  muted: readonly AttentionKind[]
  level: AttentionLevel
  withSolved: boolean
  pace: 'at_once' | 'hourly' | 'daily'
}

export interface NoticedItem {
  cause: NoticeCause
  item: AttentionItem
}

export interface NoticePlan {
  /** Items to report now, in the order of the given list; solved items last. */
  report: NoticedItem[]
  /** All items to store afterwards, by key. */
  known: Map<string, KnownItem>
}

/** A Hub that restarts is away for a moment, which is not worth a notice. */
const SETTLE_MS = 2 * 60_000

/**
 * Decides what a person is notified of: each item once, and again when it is worse than at its last notice.
 *
 * @param current The items that the person sees now.
 * @param before Items that the last plan stored.
 */
export function planNotices(
  { current, before }: { current: readonly AttentionItem[]; before: ReadonlyMap<string, KnownItem> },
  wanted: Wanted,
  now: EpochMs,
): NoticePlan {
  const seen = new Map(current.map((item) => [keyOf(item), item]))
  const report: NoticedItem[] = []
  const known = new Map<string, KnownItem>()
  for (const [key, item] of seen) {
    if (!isWanted(item, wanted)) continue
    const old = before.get(key)
    const cause = causeOf(item, old, {
      isSettled: isSettled(item, { seenAt: old?.seenAt ?? now, wanted, now }),
    })
    if (cause !== null) report.push({ cause, item })
    known.set(key, after(item, old, { isReported: cause !== null, now }))
  }
  if (wanted.withSolved)
    for (const [key, { facts: item, notifiedAt }] of before)
      if (!seen.has(key) && notifiedAt !== null && isWanted(item, wanted))
        report.push({ cause: 'solved', item })
  return { report, known }
}

export const isWanted = (
  { kind, level }: Pick<AttentionItem, 'kind' | 'level'>,
  wanted: Pick<Wanted, 'muted' | 'level'>,
): boolean => !wanted.muted.includes(kind) && isAtLeast(level, wanted.level)

function causeOf(
  item: AttentionItem,
  old: KnownItem | undefined,
  { isSettled }: { isSettled: boolean },
): NoticeCause | null {
  if (!isSettled) return null
  if (old === undefined || old.notifiedAt === null) return 'new'
  return isWorse(item, old) ? 'worse' : null
}

/** With pace `at_once`, a Hub must be away for `SETTLE_MS` before it is reported. */
const isSettled = (
  { kind }: AttentionItem,
  { seenAt, wanted, now }: { seenAt: EpochMs; wanted: Wanted; now: EpochMs },
): boolean => kind !== 'hub_away' || wanted.pace !== 'at_once' || now - seenAt >= SETTLE_MS

/**
 * Keeps the level and count of the last notice, so that an item that improves and worsens again is not reported twice.
 */
function after(
  item: AttentionItem,
  old: KnownItem | undefined,
  { isReported, now }: { isReported: boolean; now: EpochMs },
): KnownItem {
  const { level, count } = isReported || old === undefined ? item : old
  return {
    level,
    count,
    facts: item,
    seenAt: old?.seenAt ?? now,
    notifiedAt: isReported ? now : (old?.notifiedAt ?? null),
  }
}
