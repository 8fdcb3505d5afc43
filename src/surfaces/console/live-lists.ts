import { setTimeout as wait } from 'node:timers/promises'
import type { ConsoleCaller, ConsoleFeature } from '#ground/api/console-app.ts'
import type { AnswerOf } from '#ground/api/contract.ts'
import { EventStream } from '#ground/api/event-stream.ts'
import type { Store } from '#ground/store/store.ts'
import { watchLists } from './contract.ts'

/** The database is polled because several processes write to it. */
const POLL_INTERVAL_MS = 1_000
const NEWEST = 50

type LiveList = AnswerOf<typeof watchLists>['changed'][number]
type Marks = Readonly<Record<LiveList, string>>
type Viewer = Pick<ConsoleCaller, 'email' | 'manages'>

export const liveListsFeature = (store: Pick<Store, 'db'>): ConsoleFeature => ({
  routes(app) {
    app.handle(watchLists, ({ caller }) => {
      return new EventStream(async function* (signal) {
        for await (const changed of followMarks(() => marksOf(store, caller), signal))
          yield { event: 'lists', data: { changed } }
      })
    })
  },
})

async function* followMarks(read: () => Promise<Marks>, signal: AbortSignal): AsyncGenerator<LiveList[]> {
  let before = await read()
  yield []
  while (!signal.aborted) {
    await wait(POLL_INTERVAL_MS, undefined, { signal, ref: false }).catch(() => {}) // the loop checks the signal
    if (signal.aborted) return
    const now = await read()
    const changed = (Object.keys(now) as LiveList[]).filter((list) => now[list] !== before[list])
    if (changed.length > 0) yield changed
    before = now
  }
}

async function marksOf({ db }: Pick<Store, 'db'>, { email, manages }: Viewer): Promise<Marks> {
  const hubs = manages.length > 0 ? manages : [NO_HUB]
  const [runs, changes, decision, use, budgets] = await Promise.all([
    db
      .selectFrom('runs')
      .where('hub', 'in', hubs)
      .orderBy('queued_at_ms', 'desc')
      .limit(NEWEST)
      .select(['id', 'status'])
      .execute(),
    db
      .selectFrom('change_requests')
      .where('proposer', '=', email)
      .orderBy('created_at_ms', 'desc')
      .limit(NEWEST)
      .select(['id', 'state', 'result'])
      .execute(),
    db
      .selectFrom('tool_decisions')
      .select('seq')
      .orderBy('at_ms', 'desc')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('usage_periods')
      .where('hub', 'in', hubs)
      .where('scope', '=', 'hub')
      .where('step', '=', 'month')
      .select(({ fn }) => fn.sum<number>('turns').as('turns'))
      .executeTakeFirst(),
    db
      .selectFrom('budgets')
      .where('hub', 'in', hubs)
      .select(['scope', 'subject', 'period', 'unit', 'amount'])
      .execute(),
  ])
  return {
    runs: JSON.stringify(runs),
    changes: JSON.stringify(changes),
    denials: manages.length > 0 ? String(decision?.seq) : '',
    budgets: JSON.stringify([use, budgets]),
  }
}

/** No Hub has this slug. It fills an empty `IN` list, which Postgres would refuse. */
const NO_HUB = ''
