import type { AttentionItem, AttentionKind } from '../schema.ts'
import type { AttentionReader } from '../reader.ts'
import { keyOf } from './item-key.ts'
import type { NoticedItem } from './plan.ts'

/**
 * The items of a stored notice that the person sees at the time of sending, with their current facts. A solved item
 * is no longer on the person's list, so the person's rights decide whether it is visible.
 */
export function stillVisible(
  noticed: readonly NoticedItem[],
  { reader, current }: { reader: AttentionReader; current: readonly AttentionItem[] },
): NoticedItem[] {
  const now = new Map(current.map((item) => [keyOf(item), item]))
  return noticed.flatMap(({ cause, item }): NoticedItem[] => {
    const found = now.get(keyOf(item))
    if (cause === 'solved') return found === undefined && maySee(reader, item) ? [{ cause, item }] : []
    return found === undefined ? [] : [{ cause, item: found }]
  })
}

const OF_ORGANIZATION: ReadonlySet<AttentionKind> = new Set(['sign_ups', 'certificate', 'backup'])

function maySee({ isOrganizationAdmin, manages }: AttentionReader, { kind, hub }: AttentionItem): boolean {
  if (hub !== null) return manages.includes(hub)
  return isOrganizationAdmin || !OF_ORGANIZATION.has(kind)
}
