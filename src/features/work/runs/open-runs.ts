import type { EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'

export const hubsWithOpenRuns = async (
  { db }: Pick<Store, 'db'>,
  hubs: readonly string[],
  now: EpochMs,
): Promise<string[]> => {
  const open = db
    .selectFrom('runs')
    .leftJoin('change_requests as question', 'question.id', 'runs.question_id')
    .where('status', 'in', ['queued', 'running'])
    // A run that waits for an answer needs no process meanwhile.
    .where(({ eb, or }) =>
      or([
        eb('runs.paused', 'is', null),
        eb('question.id', 'is', null),
        eb('question.state', '!=', 'proposed'),
        eb('question.expires_at_ms', '<=', now),
      ]),
    )
  const rows = await open.where('runs.hub', 'in', hubs).select('runs.hub').distinct().execute()
  return rows.map(({ hub }) => hub)
}
