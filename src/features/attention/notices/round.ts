import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import { readAttention, readHubItems, type AttentionReadDeps } from '../read.ts'
import type { AttentionReader } from '../reader.ts'
import { addLetters, readWays } from './letter-rows.ts'
import { planNotices } from './plan.ts'
import { nextCheck } from './schedule.ts'
import {
  readDuePeople,
  readKnown,
  storeKnown,
  timesOf,
  toSettings,
  type SettingsRow,
} from './settings-rows.ts'

export interface RoundDeps {
  store: Pick<Store, 'db' | 'transaction'>
  clock: Pick<Clock, 'now'>
  attention: AttentionReadDeps
  /** The person's current rights, as for a Console request; null if the person has no list. */
  standingOf(person: { email: string; accountId: string }): Promise<AttentionReader | null>
  onFailure(error: unknown): void
}

export const SLOT_MS = 60_000

/**
 * Each process tries this once a slot, and one process succeeds. If that process ends, another process plans the next
 * slot. No notice is lost, because a plan compares the present items with those of the last stored plan.
 */
export async function claimSlot({ db }: Pick<Store, 'db'>, now: EpochMs): Promise<boolean> {
  const slot = Math.floor(now / SLOT_MS) * SLOT_MS
  const { numUpdatedRows } = await db
    .updateTable('notice_rounds')
    .set({ slot_ms: slot })
    .where('name', '=', 'attention')
    // A slot far in the future was written before the clock was set back.
    .where(({ eb, or }) => or([eb('slot_ms', '<', slot), eb('slot_ms', '>', slot + SLOT_MS)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Queues notices for all people whose check is due. People who manage the same Hubs share one read of their items. */
export async function planDue(deps: RoundDeps, signal: AbortSignal): Promise<void> {
  const shared = new Map<string, ReturnType<typeof readHubItems>>()
  const readHubs: typeof readHubItems = (attention, hubs) => {
    const key = hubs.join(' ')
    const read = shared.get(key) ?? readHubItems(attention, hubs)
    shared.set(key, read)
    return read
  }
  for (const person of await readDuePeople(deps.store.db, deps.clock.now())) {
    if (signal.aborted) return
    await planFor(deps, person, readHubs).catch(deps.onFailure)
  }
}

async function planFor(
  { store, clock, attention, standingOf }: RoundDeps,
  row: SettingsRow,
  readHubs: typeof readHubItems,
): Promise<void> {
  const { email, account_id: accountId, due_at_ms: due } = row
  const reader = await standingOf({ email, accountId })
  const current = reader === null ? [] : await readAttention(attention, reader, { readHubs })
  const settings = toSettings(row)
  const wanted = { ...settings, withSolved: settings.with_solved && reader !== null }
  await store.transaction(async (tx) => {
    const now = clock.now()
    const { numUpdatedRows } = await tx
      .updateTable('notice_settings')
      .set({ due_at_ms: nextCheck(timesOf(settings), now) })
      .where('email', '=', email)
      .where('due_at_ms', '=', due)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return // the person changed the settings, or another process planned this check
    const before = await readKnown(tx, email)
    const { report, known } = planNotices({ current, before }, wanted, now)
    await storeKnown(tx, email, { before, known })
    if (report.length === 0) return
    const ways = (await readWays(tx, email)).filter((way) => way.paused_at_ms === null)
    await addLetters(tx, { email, ways: ways.map(({ id }) => id), items: report }, now)
  })
}
