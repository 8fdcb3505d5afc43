import type { Transaction } from 'kysely'
import type { Access } from '#core/access/access.ts'
import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { Endpoints } from '#core/inbox/endpoints/open.ts'
import type { ConsoleFeature } from '#ground/api/console-app.ts'
import type { EpochMs } from '#ground/base/clock.ts'
import type { Environment } from '#ground/base/environment.ts'
import type { Log } from '#ground/base/log.ts'
import type { DeliveryTarget } from '#ground/hub/deliver.ts'
import type { HubProblem } from '#ground/hub/hub.ts'
import type { FolderNews } from '#ground/hub/reloaded.ts'
import type { Tables } from '#ground/store/tables.ts'
import { runAgain, startByHand } from './manual-runs.ts'
import {
  startExecuting,
  type DefinedWork,
  type Executing,
  type ExecutionLimits,
  type WorkData,
} from './executing.ts'
import type { Definitions, LocatedDeliver } from './runs/definitions/definition.ts'
import { listenersOf, takerOf } from './runs/definitions/listening/listeners.ts'
import { followProblems, joinDefinitions } from './runs/definitions/join-definitions.ts'
import { createMayRun } from './runs/execution/may-run.ts'
import { recordRunActions } from './runs/records/record-run-actions.ts'
import type { WorkRun } from './runs/run.ts'
import type { RunInstance } from './runs/leases/leases.ts'
import { createRuns, type Runs } from './runs/runs.ts'
import { scriptEnvironment } from './runs/script/environment.ts'
import { nextSlot } from './scheduler/scheduler.ts'
import { openTasks, type Tasks } from './tasks/tasks.ts'
import { openWorkflows } from './workflows/workflows.ts'

export interface WorkFolder {
  hub: string
  hubFolder: string
  endpoints: Endpoints
  targetProblem(target: DeliveryTarget): string | null
  onProblem(problem: HubProblem): void
  news: FolderNews
}

export interface WorkHost {
  instance: RunInstance
  /** Null without a published version. */
  hubVersion(): number | null
}

export interface WorkAccess {
  access: Pick<Access, 'decide'>
  accessChanges: Pick<AccessChanges, 'append'>
  /** Undefined if the web chat is unavailable. */
  hasAccount(email: string): Promise<boolean | undefined>
}

export interface HubWorkDeps {
  folder: WorkFolder
  data: WorkData
  host: WorkHost
  permitted: WorkAccess
  scripts: {
    environment: Environment
    /** True for variables of the service, which scripts must not receive. */
    isOurs(variable: string): boolean
  }
  limits: ExecutionLimits
  deliver(tx: Transaction<Tables>, ended: EndedRun, targets: readonly DeliveryTarget[]): Promise<void>
  log: Log
}

export interface EndedRun extends WorkRun {
  name: string
}

export interface BackgroundWork extends AsyncDisposable {
  readonly runs: Runs
  readonly tasks: Tasks
  readonly definitions: Definitions
  problems(): readonly HubProblem[]
  onChange(listener: () => void): () => void
  feature(this: void): Promise<ConsoleFeature>
  handledBy(endpoint: string): readonly string[]
  /** Name of the task or workflow that would handle the event; null: none. */
  takerOf(endpoint: string, event: Readonly<Record<string, unknown>>): Promise<string | null>
  /** Null if webhooks may bring work at any time, so the Hub must not be suspended. */
  suspensionPlan(): { resumeAt: EpochMs | null } | null
  /** Dispose the returned object before the agent, because running tasks and workflows use the agent. */
  start(executing: Executing): AsyncDisposable
}

export async function openWork(deps: HubWorkDeps): Promise<BackgroundWork> {
  const { folder, data, host, permitted, limits, log } = deps
  const { hub, hubFolder, endpoints, targetProblem, onProblem, news } = folder
  const { inboxes, store, notifications, clock } = data
  await using opening = new AsyncDisposableStack()
  const watched = {
    log: onProblem,
    targetProblem,
    news,
    endpoints: () => endpoints.current().map(({ name }) => name),
  }
  const tasks = opening.use(await openTasks(hubFolder, watched))
  const workflows = opening.use(await openWorkflows(hubFolder, watched))
  let toolProblems: Executing['toolProblems'] = () => [] // tools are unknown before the agent has started
  const definitions = joinDefinitions([tasks, workflows], {
    endpoints,
    toolProblems: (mentions) => toolProblems(mentions),
  })
  const runs = createRuns({
    store,
    clock,
    ...host,
    notifications,
    recordAction: recordRunActions(permitted.accessChanges),
    async noteEnd(tx, run) {
      const definition = definitions.list().find(({ workflow }) => workflow === run.workflow)
      const targets = wantedFor(run, definition?.deliver ?? [])
      if (targets.length > 0) await deps.deliver(tx, { ...run, name: definition!.name }, targets)
      return targets.length > 0
    },
  })
  const work = { runs, tasks, workflows, definitions }
  const executed = {
    hub,
    hubFolder,
    work,
    data,
    instance: host.instance,
    limits,
    refusalOf: createMayRun({ store, ...permitted }),
    scriptEnvironment: scriptEnvironmentOf(deps, work),
    log,
  }

  const opened = opening.move()
  return {
    runs,
    tasks,
    definitions,
    problems: definitions.problems,
    onChange(listener) {
      const stops = [tasks, workflows, endpoints].map((one) => one.onChange(listener))
      return () => stops.forEach((stop) => stop())
    },
    async feature() {
      const { runsFeature } = await import('./runs/routes.ts')
      const start = startByHand({ runs, hub, clock, workflows })
      const again = runAgain({ runs, inboxes, workflows })
      return runsFeature({ runs, clock, hubs: new Map([[hub, { definitions, start, again }]]) })
    },
    handledBy: (name) => listenersOf(definitions.list(), name).map(({ workflow }) => workflow),
    takerOf: (name, event) => takerOf(listenersOf(definitions.list(), name), event),
    suspensionPlan() {
      const enabled = definitions.list().filter((one) => one.enabled)
      if (enabled.some(({ trigger }) => trigger.kind === 'webhook')) return null
      return { resumeAt: nextSlot(enabled, clock.now()) }
    },
    start(executing) {
      toolProblems = executing.toolProblems
      const parts = new AsyncDisposableStack()
      const changes = [tasks, workflows, ...executing.toolChanges]
      parts.use(followProblems(onProblem, { list: definitions.list, toolProblems, changes }))
      parts.use(startExecuting(executed, executing))
      return parts
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

const wantedFor = ({ outcome }: WorkRun, deliver: readonly LocatedDeliver[]): DeliveryTarget[] => {
  const how = outcome === 'done' ? 'success' : 'failure'
  return deliver.flatMap(({ target, on }) => (on === 'always' || on === how ? [target] : []))
}

/** Excludes secrets of the service, of result targets and of endpoints. */
function scriptEnvironmentOf(
  { folder: { hubFolder, endpoints }, scripts }: Pick<HubWorkDeps, 'folder' | 'scripts'>,
  { tasks, workflows }: Pick<DefinedWork, 'tasks' | 'workflows'>,
): () => Promise<Record<string, string>> {
  const signsResults = (name: string) =>
    [...tasks.list(), ...workflows.list()].some(({ deliver }) =>
      deliver.some(({ target }) => target.kind === 'webhook' && target.secret === name),
    )
  const isSecret = (name: string) =>
    scripts.isOurs(name) ||
    signsResults(name) ||
    endpoints.current().some(({ secretVariable }) => secretVariable === name)
  return () => scriptEnvironment(hubFolder, scripts.environment, isSecret)
}
