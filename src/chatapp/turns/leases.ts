import type { Transaction } from 'kysely'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { HeldLeases, Instance } from '#ground/instances/instance.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { TurnOfChat } from '#chatapp/chats/messages.ts'
import type { MessageError } from '#chatapp/chats/schema.ts'

/**
 * Turn leases: which instance answers in a chat.
 * States of a chat: no row in `turn_leases` (no turn), a row (a turn runs), an expired row (its instance is silent).
 * 1. Take: the transaction that stores the question raises the epoch of the chat and inserts the row with that epoch.
 *    The chat is the primary key, so a second turn is refused as `chat_busy`. An instance that drains inserts no row.
 * 2. Renew: only the instance in the row extends the row, with each heartbeat.
 * 3. Write: each piece of the answer is stored only if the row has the answer's epoch.
 * 4. End: the transaction that stores the end of the answer deletes the row. Only the first such transaction decides
 *    the end.
 * 5. Lose: an instance that could not renew for `LEASE_MS`, or whose row is gone, ends the turn in memory. Step 3
 *    refuses its later writes.
 * 6. Expire: any instance deletes an expired row and marks the answer as interrupted, if the database was reachable
 *    for a whole lease and the row was not renewed since it was read. At a start, an instance does so with the rows
 *    of earlier starts of its data folder.
 * Invariant: of two instances that both answer, only one has the epoch of the row; the other stores nothing.
 */

/** A lease expires after this time without renewal. */
export const LEASE_MS = 10_000

const CUT_OFF: MessageError = {
  message: 'The instance that was answering lost its connection before this answer was complete.',
  code: 'machine_cut_off',
}

export interface WantedLease extends TurnOfChat {
  answerId: string
  machineId: string
  now: EpochMs
}

/** Step 1 of the protocol above. The caller must have locked or created the chat. */
export async function takeLease(
  tx: Transaction<Tables>,
  { chatId, answerId, machineId, epoch, now }: WantedLease,
): Promise<'taken' | 'chat_busy' | 'draining'> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('turn_leases')
    .columns(['chat_id', 'answer_id', 'machine_id', 'epoch', 'until_ms'])
    .expression((from) =>
      from
        .selectFrom('machines')
        .where('id', '=', machineId)
        .where('draining', '=', 0)
        .select(({ val }) => [
          val(chatId).as('chat_id'),
          val(answerId).as('answer_id'),
          'id as machine_id',
          val(epoch).as('epoch'),
          val(now + LEASE_MS).as('until_ms'),
        ]),
    )
    .onConflict((conflict) => conflict.column('chat_id').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows! > 0n) return 'taken'
  const other = await tx
    .selectFrom('turn_leases')
    .select('chat_id')
    .where('chat_id', '=', chatId)
    .executeTakeFirst()
  return other ? 'chat_busy' : 'draining'
}

interface InterruptibleRun {
  end(state: 'interrupted', error: MessageError): void
}

export interface TurnLeases {
  track(turn: TurnOfChat, run: InterruptibleRun): void
  release(turn: TurnOfChat): void
}

interface TrackedTurn {
  run: InterruptibleRun
  until: EpochMs
}

/** Steps 2 and 5 of the protocol above. */
export function createTurnLeases({
  instance,
  clock,
}: {
  instance: Pick<Instance, 'id' | 'renewWithHeartbeats' | 'isAlone'>
  clock: Pick<Clock, 'now'>
}): TurnLeases {
  const tracked = new Map<string, TrackedTurn>()
  const drop = (key: string, { run }: TrackedTurn) => {
    tracked.delete(key)
    run.end('interrupted', CUT_OFF)
  }
  const held: HeldLeases = {
    isAny: () => tracked.size > 0,
    async renew(tx, now) {
      const renewing = [...tracked]
      const rows = await tx
        .updateTable('turn_leases')
        .set({ until_ms: now + LEASE_MS })
        .where('machine_id', '=', instance.id)
        .returning(['chat_id', 'epoch'])
        .execute()
      const ours = new Set(rows.map(({ chat_id, epoch }) => keyOf(chat_id, epoch)))
      return () => {
        for (const [key, turn] of renewing)
          if (ours.has(key)) turn.until = now + LEASE_MS
          else if (tracked.get(key) === turn) drop(key, turn)
      }
    },
    missed(now) {
      if (instance.isAlone()) return // no other instance can expire the leases
      for (const [key, turn] of tracked) if (turn.until <= now) drop(key, turn)
    },
  }
  instance.renewWithHeartbeats(held)
  return {
    track: ({ chatId, epoch }, run) =>
      void tracked.set(keyOf(chatId, epoch), { run, until: clock.now() + LEASE_MS }),
    release: ({ chatId, epoch }) => void tracked.delete(keyOf(chatId, epoch)),
  }
}

const keyOf = (chatId: string, epoch: number): string => `${epoch} ${chatId}`
