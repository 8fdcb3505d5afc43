import type { Store } from '#ground/store/store.ts'
import type { EventRun } from '#core/inbox/schema.ts'
import { runOf } from './records/rows.ts'
import type { RunStatus } from './run.ts'
import { runView } from './view.ts'

export interface EventClaim {
  runId: string
  status: RunStatus
  attempt: number
}

export const eventRuns = (store: Pick<Store, 'db'>, hub: string) => ({
  readClaims: (inbox: string) => readEventClaims(store, { hub, inbox }),
  readLastRuns: (inbox: string, names: readonly string[]) => readLastRuns(store, { hub, inbox, names }),
  readRuns: (event: string, reader: string) => readEventRuns(store, { hub, event }, reader),
})

async function readEventClaims(
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

async function readLastRuns(
  { db }: Pick<Store, 'db'>,
  { hub, inbox, names }: { hub: string; inbox: string; names: readonly string[] },
): Promise<Map<string, EventClaim>> {
  if (names.length === 0) return new Map()
  const rows = await runsOfEvents(db, { hub, inbox, names })
    .orderBy('runs.queued_at_ms')
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

const MAX_RUNS = 50

async function readEventRuns(
  { db }: Pick<Store, 'db'>,
  { hub, event }: { hub: string; event: string },
  reader: string,
): Promise<EventRun[]> {
  const rows = await runsOfEvents(db, { hub, names: [event] })
    .orderBy('runs.queued_at_ms', 'desc')
    .orderBy('runs.attempt', 'desc')
    .limit(MAX_RUNS)
    .selectAll('runs')
    .execute()
  return rows.map((row) => {
    const { id, workflow, status, outcome, attempt, repeats, queued_at, ended_at, error } = runView(
      runOf(row, []),
      reader,
    )
    return { id, workflow, status, outcome, attempt: attempt ?? 1, repeats, queued_at, ended_at, error }
  })
}

const runsOfEvents = (
  db: Store['db'],
  { hub, inbox, names }: { hub: string; inbox?: string; names: readonly string[] },
) =>
  db
    .selectFrom('run_events')
    .innerJoin('runs', (join) =>
      join.onRef('run_events.hub', '=', 'runs.hub').onRef('run_events.run_id', '=', 'runs.id'),
    )
    .where('run_events.hub', '=', hub)
    .where('run_events.name', 'in', names)
    .$if(inbox !== undefined, (all) => all.where('runs.inbox', '=', inbox!))
