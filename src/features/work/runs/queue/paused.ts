import type { Needs } from '#core/agent/turn/turn-refused.ts'
import type { Clock } from '#ground/base/clock.ts'
import { startPollLoop } from '#ground/bus/poll-loop.ts'
import type { WorkNotifications } from '#ground/bus/work-notifications.ts'
import type { Store } from '#ground/store/store.ts'
import type { WorkRun } from '../run.ts'

export interface ResumingDeps {
  store: Pick<Store, 'db'>
  hub: string
  notifications: Pick<WorkNotifications, 'notify' | 'listen' | 'isReliable'>
  clock: Clock
  /** Whether the question still waits for an answer. */
  isQuestionOpen(id: string): Promise<boolean>
  /** Names the budget that is too low; null if the run may continue. */
  shortOf(run: Pick<WorkRun, 'workflow' | 'runAs'>, needs: Needs): Promise<string | null>
  onResumed(facts: { run: string; workflow: string }): void
  onFailure(error: unknown): void
}

const EVERY_MS = 5000
const SLOW_MS = 30_000

export const startResuming = (deps: ResumingDeps): AsyncDisposable =>
  startPollLoop({
    clock: deps.clock,
    notifications: deps.notifications,
    work: 'paused',
    everyMs: EVERY_MS,
    notifiedIntervalMs: SLOW_MS,
    poll: async () => ((await resumePaused(deps)) > 0 ? deps.clock.now() : null),
    onFailure: deps.onFailure,
  })

async function resumePaused({
  store: { db },
  hub,
  notifications,
  isQuestionOpen,
  shortOf,
  onResumed,
}: ResumingDeps): Promise<number> {
  const rows = await db
    .selectFrom('runs')
    .select(['id', 'workflow', 'run_as', 'paused', 'needs_tokens', 'needs_micro_usd', 'question_id'])
    .where('hub', '=', hub)
    .where('status', '=', 'queued')
    .where('paused', 'is not', null)
    .orderBy('queued_at_ms')
    .execute()
  let left = rows.length
  for (const { id, workflow, run_as, paused, question_id, ...row } of rows) {
    const needs = { tokens: row.needs_tokens ?? 0, costMicroUsd: row.needs_micro_usd ?? 0 }
    const short =
      question_id === null
        ? await shortOf({ workflow, runAs: run_as }, needs)
        : (await isQuestionOpen(question_id))
          ? paused
          : null
    if (short === paused) continue
    const { numUpdatedRows } = await db
      .updateTable('runs')
      .set({ paused: short })
      .where('hub', '=', hub)
      .where('id', '=', id)
      .where('status', '=', 'queued')
      .where('paused', 'is not', null)
      .executeTakeFirst()
    if (short !== null) continue
    left--
    if (numUpdatedRows === 0n) continue
    notifications.notify('runs')
    onResumed({ run: id, workflow })
  }
  return left
}
