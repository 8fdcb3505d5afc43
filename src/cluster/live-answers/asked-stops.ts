import type { ElsewhereParts } from '#chatapp/turns/elsewhere.ts'

const LOOK_MS = 500

/**
 * Stops the turns of this machine that another machine, without the bus, marked for stopping in the store.
 *
 * @returns Function to call at a turn's start: the store is polled while a turn runs.
 */
export function createAskedStops({
  store,
  clock,
  machine,
  here,
}: Pick<ElsewhereParts, 'store' | 'clock' | 'machine' | 'here'>): () => void {
  let isLooking = false
  const look = async () => {
    const asked = await store.db
      .selectFrom('turn_leases')
      .select(['chat_id', 'answer_id'])
      .where('machine_id', '=', machine.id)
      .where('stop_asked', '=', 1)
      .execute()
    for (const { chat_id: chatId, answer_id: answerId } of asked) {
      const run = here.get(chatId)
      if (run?.answerId === answerId) run.end('stopped')
    }
  }
  const lookLater = () => {
    isLooking = here.size > 0
    // While the store is unavailable, no stop can be requested there.
    if (isLooking)
      clock.after(
        LOOK_MS,
        () =>
          void look()
            .catch(() => {})
            .then(lookLater),
      )
  }
  return () => {
    if (!isLooking) lookLater()
  }
}
