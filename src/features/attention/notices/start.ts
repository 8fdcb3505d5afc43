import type { Clock } from '#ground/base/clock.ts'
import { startLoop } from '#ground/base/loop.ts'
import { isStoreUnavailable } from '#ground/store/errors.ts'
import { removeOldLetters } from './letter-rows.ts'
import { claimSlot, planDue, SLOT_MS, type RoundDeps } from './round.ts'
import type { NoticeSendDeps } from './send.ts'
import { openSender } from './sender.ts'

export interface NoticesDeps extends Omit<RoundDeps, 'clock' | 'onFailure'>, Omit<NoticeSendDeps, 'clock'> {
  clock: Pick<Clock, 'now' | 'sleep'>
  onFailure(error: unknown): void
}

const KEPT_MS = 30 * 24 * 60 * 60_000
const SWEEP_INTERVAL_MS = 24 * 60 * 60_000

/**
 * Plans and sends notices.
 *
 * 1. Claim: once a minute, one process claims the slot.
 * 2. Plan: for each person whose check is due, one transaction compares the person's items with those of the last
 *    check, stores the comparison, and queues one letter for each way.
 * 3. Send, in the background: the process claims each due letter, checks the person's access again, and sends what
 *    the person still sees. A letter whose attempt has no result is sent again, with the same id.
 *
 * Invariant: an item counts as notified only in the transaction that queues its letters.
 */
export function startNotices(deps: NoticesDeps): AsyncDisposable {
  const { store, clock } = deps
  const onFailure = report(deps)
  const sender = openSender({ ...deps, onFailure })
  let sweepAt = 0
  const planning = startLoop({
    clock,
    everyMs: () => SLOT_MS - (clock.now() % SLOT_MS),
    async work(signal) {
      if (!(await claimSlot(store, clock.now()))) return
      try {
        await planDue(deps, signal)
      } finally {
        sender.start() // also after a failed plan, because letters of earlier plans may be due
      }
      if (signal.aborted || clock.now() < sweepAt) return
      sweepAt = clock.now() + SWEEP_INTERVAL_MS
      await removeOldLetters(store.db, clock.now() - KEPT_MS)
    },
    onFailure,
  })
  return {
    async [Symbol.asyncDispose]() {
      await planning[Symbol.asyncDispose]()
      await sender[Symbol.asyncDispose]()
    },
  }
}

const report =
  ({ onFailure }: Pick<NoticesDeps, 'onFailure'>) =>
  (error: unknown): void =>
    void (isStoreUnavailable(error) || onFailure(error))
