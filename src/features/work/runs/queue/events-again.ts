import type { Transaction } from 'kysely'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Tables } from '#ground/store/tables.ts'
import { eventsInRuns, failuresAfter, inboxQueue, lastAttempt, readUnsettled, settleIn } from './batches.ts'
import { lockQueue } from './queue.ts'
import type { Batch, WorkRun } from '../run.ts'

export type ClaimEvents = (inbox: string, names: readonly string[]) => Promise<readonly string[]>

export async function eventsAgain(
  tx: Transaction<Tables>,
  run: WorkRun,
  claimEvents: ClaimEvents,
): Promise<Result<Batch | null, string>> {
  const { hub, workflow, batch } = run
  if (batch === null) return accepted(null)
  const { inbox } = batch
  const wanted = new Set(batch.events)
  await lockQueue(tx, hub, inboxQueue(inbox))
  const others = (await eventsInRuns(tx, { hub, inbox })).filter(({ name }) => wanted.has(name))
  if (others.some((one) => one.isOpen || (!one.isFree && one.workflow !== workflow)))
    return refused('Another run has claimed the events of this run. Wait until it ends, or cancel it.')
  // The new run replaces the next retry of these events.
  const waiting = (await readUnsettled(tx, hub, workflow)).filter(({ batch: other }) =>
    other?.events.some((name) => wanted.has(name)),
  )
  const isDone = waiting.some(({ outcome }) => outcome === 'done')
  const events = isDone ? [] : await claimEvents(inbox, batch.events)
  if (isDone) return refused('The events of this run are being moved. Try again in a moment.')
  if (events.length === 0) return refused('The events of this run no longer exist.')
  for (const one of waiting) await settleIn(tx, one)
  const last = waiting.at(-1)
  const attempt = (await lastAttempt(tx, { hub, workflow }, events)) + 1
  return accepted({
    inbox,
    events,
    attempt,
    firstAttempt: last?.batch?.firstAttempt ?? attempt,
    failures: last ? failuresAfter(last) : 0,
  })
}
