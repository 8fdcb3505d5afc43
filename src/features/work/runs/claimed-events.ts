import type { Store } from '#ground/store/store.ts'
import type { RunStatus } from './run.ts'

/** The run that an event of an inbox belongs to. */
export interface EventClaim {
  runId: string
  /** `queued` and `running` are at work; one that has ended leaves the event to the next attempt. */
  status: RunStatus
  attempt: number
}

/** Events of an inbox that a run has claimed and that are not settled, by their file names. */
export async function readEventClaims(
  { db }: Pick<Store, 'db'>,
  { hub, inbox }: { hub: string; inbox: string },
): Promise<Map<string, EventClaim>> {
  const rows = await db
    .selectFrom('runs')
    .innerJoin('run_events', (join) =>
      join.onRef('run_events.hub', '=', 'runs.hub').onRef('run_events.run_id', '=', 'runs.id'),
    )
    .where('runs.hub', '=', hub)
    .where('runs.inbox', '=', inbox)
    .where('runs.unsettled', '=', 1)
    .orderBy('runs.attempt')
    .select(['run_events.name', 'runs.id', 'runs.status', 'runs.attempt'])
    .execute()
  return new Map(
    rows.map((row) => [
      row.name,
      { runId: row.id, status: row.status as RunStatus, attempt: row.attempt ?? 1 },
    ]),
  )
}
