import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import { isTemporaryRow, TEMPORARY_SECONDS } from './temporary.ts'

/** A deletion can be undone within this time. */
const RETENTION_SECONDS = 10
/** A temporary chat is removed at most this long after it expires. */
const TEMPORARY_POLL_MS = 5 * 60_000
/** Value of `deleted_at` for chats that are being removed and cannot be restored. */
export const BEING_REMOVED_AT = 0
const RETRY_MS = 30_000
const CHATS_PER_BATCH = 100

export interface DeletionParts {
  store: Pick<Store, 'db'>
  clock: Clock
  remove(ownerId: string, chatId: string): Promise<void>
  onFailure(error: unknown): void
}

export interface Deletions extends AsyncDisposable {
  scheduleSweep(): void
}

export function startDeletions(parts: DeletionParts): Deletions {
  const { clock } = parts
  let isClosing = false
  let sweeping: Promise<void> = Promise.resolve()
  const timers = new Set<() => void>()
  const sweepIn = (ms: number) => {
    if (isClosing) return
    const cancel = clock.after(ms, () => {
      timers.delete(cancel)
      sweeping = sweeping.then(() => sweep({ withTemporary: false }))
    })
    timers.add(cancel)
  }
  const sweep = async ({ withTemporary }: { withTemporary: boolean }): Promise<void> => {
    try {
      if (withTemporary) await markTemporary(parts.store.db, clock)
      await removeDue(parts, () => isClosing)
    } catch (error) {
      if (isClosing) return
      parts.onFailure(error)
      sweepIn(RETRY_MS)
    }
  }
  // Adds one second, because `deleted_at` has whole seconds.
  const scheduleSweep = () => sweepIn((RETENTION_SECONDS + 1) * 1000)
  const sweepRegularly = () => {
    if (isClosing) return
    sweeping = sweeping.then(() => sweep({ withTemporary: true }))
    const cancel = clock.after(TEMPORARY_POLL_MS, () => {
      timers.delete(cancel)
      sweepRegularly()
    })
    timers.add(cancel)
  }
  sweepRegularly()
  scheduleSweep()
  return {
    scheduleSweep,
    async [Symbol.asyncDispose]() {
      isClosing = true
      for (const cancel of timers) cancel()
      await sweeping
    },
  }
}

/** The age counts from the creation of a chat, so that even a chat in use ends. */
async function markTemporary(db: Store['db'], clock: Clock): Promise<void> {
  await db
    .updateTable('chatapp_chats')
    .set({ deleted_at: BEING_REMOVED_AT })
    .where(isTemporaryRow)
    .where('created_at', '<=', epochSeconds(clock) - TEMPORARY_SECONDS)
    .where('deleted_at', 'is', null)
    .execute()
}

async function removeDue(
  { store: { db }, clock, remove }: DeletionParts,
  isClosing: () => boolean,
): Promise<void> {
  while (!isClosing()) {
    const isDue = db
      .selectFrom('chatapp_chats')
      .select('id')
      .where('deleted_at', '<=', epochSeconds(clock) - RETENTION_SECONDS)
      .orderBy('deleted_at')
      .limit(CHATS_PER_BATCH)
    // Sets `BEING_REMOVED_AT`, so that `restore` does not restore a chat while it is removed.
    const due = await db
      .updateTable('chatapp_chats')
      .set({ deleted_at: BEING_REMOVED_AT })
      .where('id', 'in', isDue)
      .returning(['id', 'user_id'])
      .execute()
    const failed: unknown[] = []
    for (const { id, user_id } of due)
      if (!isClosing()) await remove(user_id, id).catch((error: unknown) => failed.push(error))
    if (failed.length > 0) throw failed[0]
    if (due.length < CHATS_PER_BATCH) return
  }
}
