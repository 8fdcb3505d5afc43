import type { Clock } from '#ground/base/clock.ts'
import { startLoop, type Loop } from '#ground/base/loop.ts'
import { portions } from '#ground/base/portions.ts'
import { isStoreUnavailable } from '#ground/store/errors.ts'
import { MAX_DUE, readDueLetters, removeOldLetters, type LetterRow } from './letter-rows.ts'
import { claimSlot, planDue, SLOT_MS, type RoundDeps } from './round.ts'
import { sendLetter, type NoticeSendDeps } from './send.ts'

export interface NoticesDeps extends Omit<RoundDeps, 'clock' | 'onFailure'>, Omit<NoticeSendDeps, 'clock'> {
  clock: Pick<Clock, 'now' | 'sleep'>
  onFailure(error: unknown): void
}

const KEPT_MS = 30 * 24 * 60 * 60_000
const SWEEP_INTERVAL_MS = 24 * 60 * 60_000
const MAX_PARALLEL = 8

/**
 * Plans and sends notices.
 *
 * 1. Claim: once a minute, one process claims the slot.
 * 2. Plan: for each person whose check is due, one transaction compares the person's items with those of the last
 *    check, stores the comparison, and queues one letter for each way.
 * 3. Send: a process claims a due letter, checks the person's access again, and sends what the person still sees. A
 *    letter whose attempt has no result is sent again, with the same id.
 *
 * Invariant: an item counts as notified only in the transaction that queues its letters.
 */
export function startNotices(deps: NoticesDeps): Loop {
  const { store, clock } = deps
  let sweepAt = 0
  return startLoop({
    clock,
    everyMs: () => SLOT_MS - (clock.now() % SLOT_MS),
    async work(signal) {
      if (!(await claimSlot(store, clock.now()))) return
      await planDue(deps, signal)
      await sendDue(deps, signal)
      if (signal.aborted || clock.now() < sweepAt) return
      sweepAt = clock.now() + SWEEP_INTERVAL_MS
      await removeOldLetters(store.db, clock.now() - KEPT_MS)
    },
    onFailure: report(deps),
  })
}

async function sendDue(deps: NoticesDeps, signal: AbortSignal): Promise<void> {
  for (;;) {
    const letters = await readDueLetters(deps.store.db, deps.clock.now())
    let tried = 0
    const send = async (letter: LetterRow) => {
      await sendLetter(deps, letter, signal)
      tried++
    }
    for (const some of portions(letters, MAX_PARALLEL)) {
      if (signal.aborted) return
      await Promise.all(some.map((letter) => send(letter).catch(report(deps))))
    }
    // If each attempt threw, the same letters are still due.
    if (letters.length < MAX_DUE || tried === 0) return
  }
}

const report =
  ({ onFailure }: Pick<NoticesDeps, 'onFailure'>) =>
  (error: unknown): void =>
    void (isStoreUnavailable(error) || onFailure(error))
