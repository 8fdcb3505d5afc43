import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { startLoop } from '#ground/base/loop.ts'
import type { Instance } from '#ground/instances/instance.ts'
import { isStoreUnavailable } from '#ground/store/errors.ts'
import type { Store } from '#ground/store/store.ts'
import { interruptAnswer } from '#chatapp/chats/messages.ts'
import type { MessageError } from '#chatapp/chats/schema.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import { LEASE_MS } from './leases.ts'

export const RESTARTED: MessageError = {
  message: 'The web chat was restarted before this answer was complete.',
  code: 'restarted',
}

const INSTANCE_LOST: MessageError = {
  message: 'The instance that was answering stopped before this answer was complete.',
  code: 'machine_lost',
}

export interface RecoveryDeps {
  store: Store
  clock: Clock
  instance: Pick<Instance, 'id' | 'folder'>
  /** True if the final answer waits in this process to be saved. */
  hasEnded(chatId: string, messageId: string): boolean
  events: Pick<ChatappEvents, 'turnsInterrupted' | 'turnsNotWatched'>
}

/**
 * Interrupts turns that earlier starts of this instance left running. On Postgres, another instance may use a copy of
 * the data folder, so a lease with this data folder but another instance id counts only after it has expired. Must run
 * before the first turn.
 */
export async function interruptAbandonedTurns(deps: RecoveryDeps): Promise<void> {
  const { store, clock, instance } = deps
  const expiredBefore = store.kind === 'sqlite' ? Infinity : clock.now()
  const rows = await store.db
    .selectFrom('turn_leases')
    .leftJoin('machines', 'machines.id', 'turn_leases.machine_id')
    .select(['chat_id', 'answer_id', 'epoch', 'until_ms', 'machine_id', 'folder'])
    .execute()
  const abandoned = rows.filter(
    ({ machine_id, folder, until_ms }) =>
      machine_id === instance.id ||
      ((folder === null || folder === instance.folder) && until_ms <= expiredBefore),
  )
  await interruptAll(deps, abandoned, RESTARTED)
}

const POLL_INTERVAL_MS = 1000
/**
 * Poll interval while no turn runs. Shorter than `LEASE_MS`, so that a poll finds each new turn before its lease
 * expires.
 */
const REST_MS = 3 * POLL_INTERVAL_MS
const HELD_UP_MS = 3 * POLL_INTERVAL_MS

/**
 * Interrupts turns within two seconds after their lease has expired (step 6 of `leases.ts`). Null on SQLite, which
 * has a single instance.
 */
export function startTurnWatch(deps: RecoveryDeps): AsyncDisposable | null {
  const { store, clock, events } = deps
  if (store.kind === 'sqlite') return null
  let steadySince = clock.now()
  let polledAt = steadySince
  let nextMs = POLL_INTERVAL_MS
  const work = async () => {
    const now = clock.now()
    const first = await store.db
      .selectFrom('turn_leases')
      .select(['chat_id', 'answer_id', 'epoch', 'until_ms'])
      .where((lease) =>
        lease.or([
          lease('until_ms', '<=', now),
          lease('until_ms', '=', (all) =>
            all.selectFrom('turn_leases').select((row) => row.fn.min('until_ms').as('first')),
          ),
        ]),
      )
      .execute()
    if (clock.now() - polledAt > nextMs + HELD_UP_MS) steadySince = now
    polledAt = now
    nextMs = first.length > 0 ? POLL_INTERVAL_MS : REST_MS
    if (now - steadySince < LEASE_MS) return
    const lapsed = first.filter(({ until_ms }) => until_ms <= now)
    await interruptAll(deps, lapsed, INSTANCE_LOST)
  }
  const onFailure = (error: unknown) => {
    if (!isStoreUnavailable(error)) events.turnsNotWatched({ error })
  }
  return startLoop({ clock, firstMs: POLL_INTERVAL_MS, everyMs: () => nextMs, work, onFailure })
}

interface AbandonedLease {
  chat_id: string
  answer_id: string
  epoch: number
  until_ms: EpochMs
}

async function interruptAll(
  { store, hasEnded, events }: RecoveryDeps,
  leases: readonly AbandonedLease[],
  error: MessageError,
): Promise<void> {
  let count = 0
  for (const { chat_id: chatId, answer_id: answerId, epoch, until_ms: until } of leases) {
    if (hasEnded(chatId, answerId)) continue
    const turn = { chatId, answerId, epoch, until }
    if (await store.transaction((tx) => interruptAnswer(tx, turn, error))) count++
  }
  if (count > 0) events.turnsInterrupted({ count })
}
