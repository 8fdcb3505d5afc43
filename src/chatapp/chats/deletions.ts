import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'

/** How long a deleted chat can be taken back. */
const RETENTION_SECONDS = 10
/** When one was deleted that can't be any more. */
export const GOING = 0
const RETRY_MS = 30_000
const AT_ONCE = 100

export interface DeletionParts {
  store: Pick<Store, 'db'>
  clock: Clock
  /** Remove a chat for good, with what only it needs. */
  remove(ownerId: string, chatId: string): Promise<void>
  /** It is tried again in a while. */
  onFailure(error: unknown): void
}

export interface Deletions extends AsyncDisposable {
  /** Something was kept aside now. */
  noted(): void
}

/** Removes deleted chats after their time in the bin: those of an earlier run soon, the rest when it ends. */
export function startDeletions(parts: DeletionParts): Deletions {
  const { clock } = parts
  let isClosing = false
  let sweeping: Promise<void> = Promise.resolve()
  const timers = new Set<() => void>()
  const sweepIn = (ms: number) => {
    if (isClosing) return
    const cancel = clock.after(ms, () => {
      timers.delete(cancel)
      sweeping = sweeping.then(() => sweep())
    })
    timers.add(cancel)
  }
  const sweep = async (): Promise<void> => {
    try {
      await removeDue(parts, () => isClosing)
    } catch (error) {
      if (isClosing) return
      parts.onFailure(error)
      sweepIn(RETRY_MS)
    }
  }
  // Whole seconds are kept, so one more has to pass.
  const noted = () => sweepIn((RETENTION_SECONDS + 1) * 1000)
  sweeping = sweep()
  noted()
  return {
    noted,
    async [Symbol.asyncDispose]() {
      isClosing = true
      for (const cancel of timers) cancel()
      await sweeping
    },
  }
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
      .limit(AT_ONCE)
    // Chats that are being removed can't be restored.
    const due = await db
      .updateTable('chatapp_chats')
      .set({ deleted_at: GOING })
      .where('id', 'in', isDue)
      .returning(['id', 'user_id'])
      .execute()
    const failed: unknown[] = []
    for (const { id, user_id } of due)
      if (!isClosing()) await remove(user_id, id).catch((error: unknown) => failed.push(error))
    // An item that can't be removed delays no other item.
    if (failed.length > 0) throw failed[0]
    if (due.length < AT_ONCE) return
  }
}
