import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Access } from '#core/access/access.ts'
import { USE_HUB } from '#core/access/permission.ts'
import type { DirectCall } from '#core/agent/turn/direct-call.ts'
import type { ToolMention } from '#core/agent/tools/tool-names.ts'
import type { Agent, ChatFiles } from '#core/agent/turn/turn.ts'
import { createWarden } from '#ground/base/programs/warden.ts'
import type { ConsoleFeature } from '#ground/api/route.ts'
import type { AccessChanges } from '#core/audit/access-changes.ts'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import type { Environment } from '#ground/base/environment.ts'
import { createLog } from '#ground/base/log.ts'
import { refused } from '#ground/base/result.ts'
import type { Tracer } from '#ground/base/trace/tracer.ts'
import type { HubProblem } from '#ground/hub/hub.ts'
import type { FolderNews } from '#ground/hub/reloaded.ts'
import type { Caller } from '#ground/identity/caller.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import type { Endpoints } from '#core/inbox/endpoints/open.ts'
import { storedEvents } from '#core/inbox/stored-events.ts'
import { createAccountStanding, type AccountStanding } from '#features/work/runs/acting-account.ts'
import type { Definitions } from '#features/work/runs/definition.ts'
import { queueByHand, type CheckInputs } from '#features/work/runs/by-hand.ts'
import { runsFeature, type HubWorkflows } from '#features/work/runs/routes.ts'
import type { Run } from '#features/work/runs/run.ts'
import { startRunRetention } from '#features/work/runs/retention.ts'
import { createRuns, type Runs } from '#features/work/runs/runs.ts'
import { scriptEnvironment } from '#features/work/runs/script/environment.ts'
import { startWorker } from '#features/work/runs/worker.ts'
import { watchArrivals } from '#features/work/scheduler/arrivals.ts'
import { runEvents, schedulerEvents } from '#features/work/scheduler/events.ts'
import { startScheduler } from '#features/work/scheduler/scheduler.ts'
import type { Store } from '#ground/store/store.ts'
import { fitBatch } from '#features/work/tasks/events-list.ts'
import { readEventTool } from '#features/work/tasks/event-tool.ts'
import { createTaskExecutor } from '#features/work/tasks/executor.ts'
import { finishTool } from '#features/work/tasks/finish-tool.ts'
import { openTasks, type Tasks } from '#features/work/tasks/tasks.ts'
import { createWorkflowExecutor } from '#features/work/workflows/executor.ts'
import { checkInputs } from '#features/work/workflows/inputs.ts'
import { openWorkflows } from '#features/work/workflows/workflows.ts'
import { CATALOG } from './config/catalog.ts'
import { readSchedulerConfig } from './config/scheduler.ts'
import { readSharedConfig } from './config/shared.ts'
import { followProblems, joinDefinitions, type Changing } from './definitions.ts'
import { openHubEndpoints } from './endpoints.ts'
import { removeRunChat } from './run-chats.ts'
import { recordRunActs } from './run-records.ts'

export interface WorkParts {
  hub: string
  hubFolder: string
  environment: Environment
  store: Store
  clock: Clock
  access: Pick<Access, 'decide'>
  accessChanges: Pick<AccessChanges, 'append'>
  chatapp: { accounts: Pick<ChatappClient['accounts'], 'findByEmail'> }
  onProblem(problem: HubProblem): void
  news: FolderNews
}

/** What a Hub does by itself, opened but not begun. */
export interface ScheduledWork extends AsyncDisposable {
  readonly runs: Runs
  readonly tasks: Tasks
  readonly definitions: Definitions
  /** Routes of the Console API. */
  readonly feature: ConsoleFeature
  readonly endpoints: Endpoints
  /** Names of the tasks and workflows that events of an endpoint start. */
  handledBy(endpoint: string): readonly string[]
  /** Begin: from now on what is due is queued and executed. Close it before the agent. */
  start(executing: Executing): AsyncDisposable
}

export interface Executing {
  agent: Pick<Agent, 'runTurn'>
  /** Whether the Hub answers chat right now. */
  isAnswering(): boolean
  openChat(run: Run, caller: Caller): Promise<{ chatId: string; files: ChatFiles }>
  /** Which budget lets a task or workflow ask no agent now, in words; null when all have something left. */
  spentBudgetOf(work: Pick<Run, 'workflow' | 'runAs'>): Promise<string | null>
  /** Calls a tool without a model, for steps of workflows. */
  callTool: DirectCall
  /** What is wrong with the tools that tasks and workflows name. */
  toolProblems(mentions: readonly ToolMention[]): HubProblem[]
  /** What may bring tools or take them away. */
  toolChanges: readonly Changing[]
  tracer: Tracer
}

export async function openScheduledWork(parts: WorkParts): Promise<ScheduledWork> {
  const { hub, hubFolder, environment, store, clock, access } = parts
  const shared = readSharedConfig(environment, hubFolder)
  const config = readSchedulerConfig(environment)
  const log = createLog('scheduler', shared.logLevel)
  const events = schedulerEvents(log)
  // Time is the Hub's, but waiting is never a test's: what runs in the background must not be moved by it.
  const background: Clock = { ...systemClock, now: clock.now }

  await using opening = new AsyncDisposableStack()
  const runs = createRuns({ store, clock, recordAct: recordRunActs(parts.accessChanges) })
  const standingOf = createAccountStanding({
    store,
    async hasAccount(email) {
      const found = await parts.chatapp.accounts.findByEmail(email)
      return found.ok ? found.value !== null : undefined
    },
  })
  const endpoints = opening.use(await openHubEndpoints({ hubFolder, environment }))
  const watched = {
    log: parts.onProblem,
    news: parts.news,
    endpoints: () => endpoints.current().map(({ name }) => name),
  }
  const tasks = opening.use(await openTasks(hubFolder, watched))
  const workflows = opening.use(await openWorkflows(hubFolder, watched))
  let toolProblems: Executing['toolProblems'] = () => [] // nobody knows the tools before there is an agent
  const definitions = joinDefinitions([tasks, workflows], {
    endpoints,
    toolProblems: (mentions) => toolProblems(mentions),
  })
  const inboxOf = (name: string) => storedEvents(hubFolder, name, clock)
  let nudge = () => {}

  const checkInputsOf: CheckInputs = ({ inputs: specs }, given) => checkInputs(specs, given)
  const startRun: HubWorkflows['start'] = async (definition, { inputs, by }) => {
    const hopeless = workflows.hopeless(definition.workflow)
    if (hopeless !== null) return refused(`It can’t be started: ${hopeless}`)
    const queued = await queueByHand({ runs, hub, clock, checkInputs: checkInputsOf }, definition, {
      inputs,
      by,
    })
    if (queued.ok) nudge()
    return queued
  }

  /** Whether budgets hold for it. A workflow in a workflow may ask, too. */
  const asksAgent = (workflow: string): boolean =>
    tasks.find(workflow)?.run === null ||
    (workflows.find(workflow)?.steps.some(({ work: { kind } }) => kind === 'agent' || kind === 'workflow') ??
      false)

  const start = ({ agent, isAnswering, openChat, callTool, spentBudgetOf, tracer, ...rest }: Executing) => {
    const work = new AsyncDisposableStack()
    toolProblems = rest.toolProblems
    work.use(
      followProblems(parts.onProblem, {
        list: definitions.list,
        toolProblems,
        changes: [tasks, workflows, ...rest.toolChanges],
      }),
    )
    const warden = createWarden()
    const executing = {
      hubFolder,
      clock: background,
      warden,
      environment: () => scriptEnvironment(hubFolder, environment, isOursBeside(endpoints)),
      inboxFolder: (name: string) => inboxOf(name).folderOf('pending'),
      agent,
      openChat,
    }
    const task = createTaskExecutor({
      ...executing,
      storedEvents: inboxOf,
      find: tasks.find,
      committing: tasks.committing,
    })
    const workflow = createWorkflowExecutor({
      ...executing,
      find: workflows.find,
      callTool,
      toolsOf: ({ batch }) =>
        batch ? [readEventTool(batch.events, (name) => inboxOf(batch.inbox).read('pending', name))] : [],
      finishTool,
    })
    const worker = work.use(
      startWorker({
        runs,
        hub,
        owner: `${hostname()}:${process.pid}:${randomBytes(4).toString('hex')}`,
        clock: background,
        executors: { task, workflow },
        refusalOf: (run) => refusalOf(access, standingOf, run),
        leaseMs: config.leaseMs,
        parallel: config.parallel,
        tracer,
        // What has failed waits for the next check, and what is done makes room at once.
        onEnd: (_, outcome) => void (outcome === 'done' && scheduler.check()),
        events: runEvents(log),
      }),
    )
    nudge = worker.nudge
    const scheduler = work.use(
      startScheduler({
        hub,
        clock: background,
        runs,
        definitions: definitions.list,
        isWhole: definitions.isWhole,
        inbox: inboxOf,
        fit: fitBatch,
        isAnswering,
        maxWaitMs: config.maxWaitMs,
        maxAttempts: config.maxAttempts,
        refusalOf: async ({ workflow, runAs }) =>
          (await refusalOf(access, standingOf, { hub, runAs })) ??
          (asksAgent(workflow) ? spentBudgetOf({ workflow, runAs }) : null),
        onQueued: worker.nudge,
        events,
      }),
    )
    work.use(
      startRunRetention({
        store,
        hub,
        clock: background,
        days: config.runDays,
        outputBytes: config.runOutputBytes,
        removeFiles: (run) => removeRunChat(join(hubFolder, '.chats'), run),
        onFailure: events.oldRunsKept,
      }),
    )
    if (config.nudges)
      work.use(
        watchArrivals({
          clock: background,
          folders: () => inboxFolders(definitions, inboxOf),
          onQuiet: () => void scheduler.check(),
          onFailure: (error) => events.watchFailed({ error }),
        }),
      )
    return work
  }

  const opened = opening.move()
  return {
    runs,
    tasks,
    definitions,
    endpoints,
    feature: runsFeature({ runs, clock, hubs: new Map([[hub, { definitions, start: startRun }]]) }),
    handledBy: (name) =>
      definitions
        .list()
        .filter(({ trigger }) => trigger.kind === 'webhook' && trigger.name === name)
        .map(({ workflow }) => workflow),
    start,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Asked right before a run begins: access may have gone since it was queued. */
async function refusalOf(
  access: Pick<Access, 'decide'>,
  standingOf: (email: string) => Promise<AccountStanding>,
  { hub, runAs }: Pick<Run, 'hub' | 'runAs'>,
): Promise<string | null> {
  if (runAs === null) return null // acts as nobody, and may nothing that is restricted
  const standing = await standingOf(runAs)
  if (standing === 'deleted') return `Refused: the account ${runAs} was deleted (account_deleted).`
  if (standing === 'none') return `Refused: ${runAs} has no account in the web chat (no_account).`
  const decision = await access.decide({ email: runAs }, hub, USE_HUB)
  return decision.allowed ? null : `Refused: ${runAs} may not use this Hub (${decision.reason}).`
}

const inboxFolders = (
  definitions: Definitions,
  inboxOf: (name: string) => { folderOf(state: 'pending'): string },
) => {
  const names = definitions
    .list()
    .flatMap(({ trigger, enabled }) => (trigger.kind === 'webhook' && enabled ? [trigger.name] : []))
  return [...new Set(names)].map((name) => inboxOf(name).folderOf('pending'))
}

const OURS: ReadonlySet<string> = new Set(Object.values(CATALOG).flatMap(({ shape }) => Object.keys(shape)))

/** Variables of the service hold its keys and secrets, and so do those that endpoints name. */
const isOursBeside =
  (endpoints: Pick<Endpoints, 'current'>) =>
  (name: string): boolean =>
    OURS.has(name) ||
    name.startsWith('SVC_') ||
    endpoints.current().some(({ secretVariable }) => secretVariable === name)
