import type { Transaction } from 'kysely'
import { backoffMs } from '#ground/base/backoff.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { afterQuiet } from './schedule.ts'
import { readSettings, timesOf, toSettings } from './settings-rows.ts'
import {
  POLL_HANDED_MS,
  claimLetter,
  delayLetter,
  endLetter,
  noticedIn,
  readWay,
  type LetterRow,
  type WayRow,
} from './letter-rows.ts'
import { stillVisible } from './visible.ts'
import { noticeText, type NoticeContext, type NoticeText } from './text.ts'
import type { NoticedItem } from './plan.ts'
import type { AttentionItem } from '../schema.ts'
import type { AttentionReader } from '../reader.ts'

/**
 * `later`: not delivered; retry. `failed`: never deliverable. `handed`: in the outbox of a Hub's channel. `isClosed`:
 * the receiver takes no more notices.
 */
export type WayOutcome =
  | { outcome: 'sent' }
  | { outcome: 'handed' }
  | { outcome: 'later'; reason: string; afterMs?: number }
  | { outcome: 'failed'; reason: string; isClosed?: true }

export interface Outgoing extends NoticeText {
  /** Idempotency key, equal for all attempts. */
  id: string
  items: readonly NoticedItem[]
  context: NoticeContext
}

export interface NoticeCarriers {
  mail(way: WayRow, outgoing: Outgoing, signal: AbortSignal): Promise<WayOutcome>
  webhook(way: WayRow, outgoing: Outgoing, signal: AbortSignal): Promise<WayOutcome>
  channel(way: WayRow, outgoing: Outgoing, signal: AbortSignal): Promise<WayOutcome>
  /** Result of a letter that was handed to a channel. */
  handedOutcome(id: string): Promise<WayOutcome>
}

export interface NoticeSendDeps {
  store: Pick<Store, 'db' | 'transaction'>
  clock: Pick<Clock, 'now'>
  publicUrl: string
  carriers: NoticeCarriers
  /**
   * Null if the person has no list: no account, blocked, or manages nothing.
   * @throws Error if the web chat cannot look up the account.
   */
  readerOf(email: string): Promise<AttentionReader | null>
  itemsOf(reader: AttentionReader): Promise<AttentionItem[]>
  hubNames(hubs: readonly string[]): Promise<ReadonlyMap<string, string>>
  onPaused(tx: Transaction<Tables>, way: WayRow, reason: string): Promise<void>
  onTrouble(facts: { way: string; kind: string; reason: string }): void
}

const RETRY = { firstMs: 60_000, maxMs: 60 * 60_000, factor: 3 }
/** A letter older than this is given up. */
const GIVE_UP_MS = 24 * 60 * 60_000
/** A way that failed for this long is paused. */
const PAUSE_AFTER_MS = 3 * 24 * 60 * 60_000

/** Attempts once to deliver a letter, unless another process is attempting it. */
export async function sendLetter(deps: NoticeSendDeps, due: LetterRow, signal: AbortSignal): Promise<void> {
  const { store, clock, carriers } = deps
  const letter = await claimLetter(store.db, due, clock.now())
  if (letter === null) return
  const drop = (reason: string) => endLetter(store.db, letter.id, { state: 'dropped', reason }, clock.now())
  const [way, row] = [await readWay(store.db, letter.way_id), await readSettings(store.db, letter.email)]
  if (way === null || row === null) return drop('the way was removed')
  if (due.state === 'handed')
    return storeOutcome(deps, { letter, way }, await carriers.handedOutcome(letter.id))
  if (way.paused_at_ms !== null) return drop('the way is paused')
  const settings = toSettings(row)
  const later = afterQuiet(timesOf(settings), clock.now())
  if (settings.pace !== 'daily' && later > clock.now())
    return delayLetter(store.db, letter.id, { state: 'waiting', reason: letter.reason, due_at_ms: later })
  const outgoing = await outgoingOf(deps, letter, settings.language)
  if (outgoing === null) return drop('the person sees none of the items any more')
  await storeOutcome(deps, { letter, way }, await deliver(deps, way, outgoing, signal))
}

export const deliver = (
  { carriers }: Pick<NoticeSendDeps, 'carriers'>,
  way: WayRow,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<WayOutcome> => carriers[way.kind as 'mail' | 'webhook' | 'channel'](way, outgoing, signal)

/** Checks the person's access at the time of sending. Null if no item is left. */
async function outgoingOf(
  deps: NoticeSendDeps,
  letter: LetterRow,
  language: NoticeContext['language'],
): Promise<Outgoing | null> {
  const reader = await deps.readerOf(letter.email)
  if (reader === null) return null
  const items = stillVisible(noticedIn(letter), { reader, current: await deps.itemsOf(reader) })
  if (items.length === 0) return null
  const context = await contextOf(deps, language, items)
  return { id: letter.id, items, context, ...noticeText(items, context) }
}

export async function contextOf(
  { publicUrl, hubNames }: Pick<NoticeSendDeps, 'publicUrl' | 'hubNames'>,
  language: NoticeContext['language'],
  items: readonly NoticedItem[],
): Promise<NoticeContext> {
  const names = await hubNames([...new Set(items.flatMap(({ item }) => item.hub ?? []))])
  return { language, publicUrl, nameOf: (hub) => names.get(hub) ?? hub }
}

const NOT_TAKEN = 'the channel of the Hub did not send it within a day'

async function storeOutcome(
  deps: NoticeSendDeps,
  { letter, way }: { letter: LetterRow; way: WayRow },
  outcome: WayOutcome,
): Promise<void> {
  const { store, clock } = deps
  const now = clock.now()
  const isOver = now - letter.created_at_ms >= GIVE_UP_MS
  if (outcome.outcome === 'handed') {
    if (!isOver)
      return delayLetter(store.db, letter.id, {
        state: 'handed',
        reason: null,
        due_at_ms: now + POLL_HANDED_MS,
      })
    return storeOutcome(deps, { letter, way }, { outcome: 'failed', reason: NOT_TAKEN })
  }
  if (outcome.outcome !== 'sent') deps.onTrouble({ way: way.id, kind: way.kind, reason: outcome.reason })
  await store.transaction(async (tx) => {
    if (outcome.outcome === 'later' && !isOver)
      await delayLetter(tx, letter.id, {
        state: 'waiting',
        reason: outcome.reason,
        due_at_ms: nextAttempt(letter, outcome, now),
      })
    else if (outcome.outcome === 'sent') await endLetter(tx, letter.id, { state: 'sent', reason: null }, now)
    else await endLetter(tx, letter.id, { state: 'failed', reason: outcome.reason }, now)
    await noteOnWay(deps, tx, way.id, outcome, { isOver, now })
  })
}

const nextAttempt = (
  { attempts }: LetterRow,
  { afterMs = 0 }: Extract<WayOutcome, { outcome: 'later' }>,
  now: EpochMs,
): EpochMs => now + Math.max(backoffMs(attempts, RETRY), Math.min(afterMs, RETRY.maxMs))

/**
 * Stores the outcome, which the page *Notices* shows. Pauses a way if the receiver closed it, or if a letter fails
 * after days of failures. Reads the way again, because other letters of the way are sent at the same time.
 */
export async function noteOnWay(
  { onPaused }: Pick<NoticeSendDeps, 'onPaused'>,
  tx: Transaction<Tables>,
  id: string,
  outcome: Exclude<WayOutcome, { outcome: 'handed' }>,
  { isOver, now }: { isOver: boolean; now: EpochMs },
): Promise<void> {
  const way = await tx
    .selectFrom('notice_ways')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  const isSent = outcome.outcome === 'sent'
  // A paused way keeps the reason for its pause.
  if (way === undefined || (way.paused_at_ms !== null && !isSent)) return
  const isRetried = outcome.outcome === 'later' && !isOver
  const failingSince = isSent ? null : (way.failing_since_ms ?? now)
  const isClosed = outcome.outcome === 'failed' && outcome.isClosed === true
  const failsForDays = failingSince !== null && now - failingSince >= PAUSE_AFTER_MS && !isRetried
  const isPaused = isClosed || failsForDays
  await tx
    .updateTable('notice_ways')
    .set({
      last_outcome: isSent ? 'sent' : isRetried ? 'retrying' : 'failed',
      last_reason: isSent ? null : outcome.reason,
      last_at_ms: now,
      failing_since_ms: failingSince,
      ...(isPaused && { paused_at_ms: now }),
    })
    .where('id', '=', id)
    .execute()
  if (isPaused && !isSent) await onPaused(tx, way, outcome.reason)
}
