import type { ConsoleApp, ConsoleCaller, ConsoleFeature } from '#ground/api/console-app.ts'
import { ApiRefused } from '#ground/api/errors.ts'
import { listOrder } from '#ground/api/list-start.ts'
import { normalEmail } from '#ground/identity/caller.ts'
import { managedHubs, requireManaged } from '#ground/api/managed.ts'
import { EventStream } from '#ground/api/event-stream.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Result } from '#ground/base/result.ts'
import { cancelRun, listRuns, listWorkflows, readRun, repeatRun, runWorkflow, watchRun } from './contract.ts'
import type { Definition, Definitions } from './definitions/definition.ts'
import { followRun } from './live.ts'
import { readDetail } from './read-detail.ts'
import type { Repeated } from './queue/repeat-run.ts'
import type { WorkRun, RunRef } from './run.ts'
import type { Runs } from './runs.ts'
import { RUN_SORT } from '#ground/api/list-sorts.ts'
import { listedRun, workflowViews } from './view.ts'

export interface HubWorkflows {
  definitions: Definitions
  start(
    definition: Definition,
    request: { inputs: Readonly<Record<string, unknown>>; by: string },
  ): Promise<Result<RunRef, string>>
  again(
    definition: Definition,
    run: WorkRun,
    request: { from: 'start' | 'failed_step'; by: string },
  ): Promise<Result<Repeated, string>>
}

export interface RunsRoutesDeps {
  runs: Runs
  clock: Pick<Clock, 'now'>
  /** The keys are slugs. */
  hubs: ReadonlyMap<string, HubWorkflows>
}

export const runsFeature = (deps: RunsRoutesDeps): ConsoleFeature => ({
  routes(app) {
    workflowRoutes(app, deps)
    runRoutes(app, deps)
  },
})

function workflowRoutes(app: ConsoleApp, { runs, clock, hubs }: RunsRoutesDeps): void {
  app.handle(listWorkflows, async ({ caller, query: { hub, limit, offset } }) => {
    if (hub !== undefined) requireManaged(caller, hub)
    const all = [...hubs]
      .filter(([slug]) => (hub === undefined ? caller.manages.includes(slug) : slug === hub))
      .flatMap(([slug, { definitions }]) => workflowViews(slug, definitions, clock.now()))
    const items = all.slice(offset, offset + limit).map(async (view) => {
      const last = await runs.list({ hubs: [view.hub], workflow: view.id }, { limit: 1, offset: 0 })
      const run = last.items[0]
      const last_run = run
        ? { id: run.id, status: run.status, queued_at: new Date(run.queuedAt).toISOString() }
        : null
      return { ...view, last_run }
    })
    return { items: await Promise.all(items), total: all.length, offset, limit }
  })
  app.handle(runWorkflow, async ({ caller, body: { hub, workflow, inputs } }) => {
    requireManaged(caller, hub)
    const workflows = hubs.get(hub)
    const definition = workflows?.definitions.list().find((one) => one.workflow === workflow)
    if (!workflows || !definition) throw new ApiRefused('not_found', `There is no ${workflow} in this Hub.`)
    const started = await workflows.start(definition, { inputs, by: caller.email })
    if (!started.ok) throw new ApiRefused('invalid', started.refusal)
    return { hub, run_id: started.value.id }
  })
}

function runRoutes(app: ConsoleApp, { runs, hubs }: RunsRoutesDeps): void {
  const runOf = async (caller: ConsoleCaller, hub: string, id: string) => {
    requireManaged(caller, hub)
    const run = await runs.read({ hub, id })
    if (run === null) throw new ApiRefused('not_found', 'There is no such run.')
    return run
  }
  app.handle(listRuns, async ({ caller, query }) => {
    const { hub, run_id: runId, user, limit, offset, sort: _, from: __, ...filter } = query
    const page = await runs.list(
      {
        ...filter,
        runId,
        user: user && normalEmail(user),
        hubs: managedHubs(caller, hub),
        order: listOrder(RUN_SORT, query),
      },
      { limit, offset },
    )
    const uses = await runs.uses(page.items)
    const items = page.items.map((run) => listedRun(run, uses.get(`${run.hub} ${run.id}`), caller.email))
    return { items, total: page.total, total_is_exact: page.totalIsExact, offset, limit }
  })
  app.handle(readRun, async ({ caller, params: { hub, run_id: id } }) => {
    return readDetail(runs, await runOf(caller, hub, id), caller.email)
  })
  app.handle(watchRun, async ({ caller, params: { hub, run_id: id } }) => {
    await runOf(caller, hub, id)
    return new EventStream(async function* (signal) {
      for await (const data of followRun(runs, { hub, id }, caller.email, signal))
        yield { event: 'run', data }
      // Without an end event, the browser would reconnect.
      if (!signal.aborted) yield { event: 'end', data: {} }
    })
  })
  app.handle(repeatRun, async ({ caller, body: { hub, run_id: id, from } }) => {
    const run = await runOf(caller, hub, id)
    const workflows = hubs.get(hub)
    const definition = workflows?.definitions.list().find(({ workflow }) => workflow === run.workflow)
    if (!workflows || !definition)
      throw new ApiRefused('not_found', `There is no ${run.workflow} in this Hub any more.`)
    const repeated = await workflows.again(definition, run, { from, by: caller.email })
    if (!repeated.ok) throw new ApiRefused('invalid', repeated.refusal)
    return { hub, run_id: repeated.value.id, is_new: repeated.value.isNew }
  })
  app.handle(cancelRun, async ({ caller, body: { hub, run_id: id } }) => {
    await runOf(caller, hub, id)
    return { cancelled: await runs.cancel({ hub, id }, caller.email) }
  })
}
