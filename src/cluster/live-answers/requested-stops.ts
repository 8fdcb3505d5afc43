import type { RemoteTurnsParts } from '#chatapp/turns/remote-turns.ts'
import { pollWhile } from '#cluster/poll-while.ts'

const POLL_INTERVAL_MS = 500

/**
 * Stops turns of this instance if another instance has requested it in the database. @returns Function to call at
 * each turn's start.
 */
export function createRequestedStops({
  store,
  clock,
  instance,
  here,
}: Pick<RemoteTurnsParts, 'store' | 'clock' | 'instance' | 'here'>): () => void {
  const stopMarked = async () => {
    const marked = await store.db
      .selectFrom('turn_leases')
      .select(['chat_id', 'answer_id'])
      .where('machine_id', '=', instance.id)
      .where('stop_asked', '=', 1)
      .execute()
    for (const { chat_id: chatId, answer_id: answerId } of marked) {
      const run = here.get(chatId)
      if (run?.answerId === answerId) run.end('stopped')
    }
  }
  return pollWhile(() => here.size > 0, stopMarked, { clock, everyMs: POLL_INTERVAL_MS })
}
