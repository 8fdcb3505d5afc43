import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Receipts } from '#core/access/receipts.ts'
import type { ToolMention } from '#core/agent/tools/tool-names.ts'
import type { DirectCall } from '#core/agent/turn/direct-call.ts'
import type { Needs } from '#core/agent/turn/turn-refused.ts'
import type { Agent, ChatFiles } from '#core/agent/turn/turn.ts'
import type { CallerChats } from '#core/chats/chats.ts'
import type { Inboxes } from '#core/inbox/inbox.ts'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import type { Log } from '#ground/base/log.ts'
import { createWarden } from '#ground/base/programs/warden.ts'
import type { Semaphore } from '#ground/base/slots.ts'
import type { Tracer } from '#ground/base/trace/tracer.ts'
import type { HubProblem } from '#ground/hub/hub.ts'
import type { Caller } from '#ground/identity/caller.ts'
import { isDraining } from '#ground/instances/instances.ts'
import type { WorkNotifications } from '#ground/bus/work-notifications.ts'
import type { Store } from '#ground/store/store.ts'
import type { Definitions } from './runs/definitions/definition.ts'
import type { Changing } from './runs/definitions/join-definitions.ts'
import type { RefusalOf } from './runs/execution/may-run.ts'
import { startRunRetention } from './runs/retention.ts'
import type { RunInstance } from './runs/leases/leases.ts'
import { runChat } from './runs/run-chats.ts'
import { startResuming } from './runs/queue/paused.ts'
import type { Executor, WorkRun } from './runs/run.ts'
import type { RunQuestions } from './runs/run-questions.ts'
import type { Runs } from './runs/runs.ts'
import { startRunWorker, type RunWorkerDeps } from './runs/execution/worker.ts'
import { checkForArrivals, watchArrivals } from './scheduler/arrivals.ts'
import { runEvents, schedulerEvents } from './scheduler/log-events.ts'
import { startScheduler } from './scheduler/scheduler.ts'
import { readEventTool } from './tasks/event-tool.ts'
import { fitBatch } from './tasks/events-list.ts'
import { createTaskExecutor } from './tasks/executor.ts'
import { finishTool } from './tasks/finish-tool.ts'
import type { Tasks } from './tasks/tasks.ts'
import { createWorkflowExecutor } from './workflows/executor.ts'
import type { Workflows } from './workflows/workflows.ts'

export interface WorkData {
  store: Store
  notifications: WorkNotifications
  inboxes: Inboxes
  clock: Clock
}

export interface DefinedWork {
  runs: Runs
  tasks: Tasks
  workflows: Workflows
  definitions: Definitions
}

interface HubToExecute {
  hub: string
  hubFolder: string
  work: DefinedWork
  data: WorkData
  instance: RunInstance
  limits: ExecutionLimits
  refusalOf: RefusalOf
  scriptEnvironment(): Promise<Record<string, string>>
  log: Log
}

export interface ExecutionLimits {
  maxDelayWhileAnsweringMs: number
  /** Failed runs after which a batch of events is quarantined. */
  maxAttempts: number
  isCheckedOnArrival: boolean
  parallel: number
  /** A run whose lease was not renewed for this time counts as interrupted. */
  leaseMs: number
  /** Retention in days; 0 means unlimited. */
  runDays: number
  /** Maximum output of all stored runs, in bytes. */
  runOutputBytes: number
}

export interface Executing {
  agent: Pick<Agent, 'runTurn'>
  turns: Pick<Semaphore, 'run'>
  isAnswering(): boolean
  openChat(run: WorkRun, caller: Caller): Promise<{ chatId: string; files: ChatFiles }>
  removeChat: CallerChats['remove']
  /** Names the budget that is too low; null if the budgets suffice. */
  shortBudgetOf(work: Pick<WorkRun, 'workflow' | 'runAs'>, needs: Needs): Promise<string | null>
  callTool: DirectCall
  questions: RunQuestions & { isOpen(id: string): Promise<boolean> }
  toolProblems(mentions: readonly ToolMention[]): HubProblem[]
  toolChanges: readonly Changing[]
  tracer: Tracer
  receipts: Pick<Receipts, 'stopped'>
}

/** Dispose the returned object before the agent, because running tasks and workflows use the agent. */
export function startExecuting(executed: HubToExecute, executing: Executing): AsyncDisposable {
  const { hub, work, data, instance, limits, refusalOf, log } = executed
  const { runs, workflows, definitions } = work
  const { inboxes, store, notifications } = data
  // Delays use the real clock, because tests may move the Hub's time.
  const clock: Clock = { ...systemClock, now: data.clock.now }
  const events = schedulerEvents(log)

  const parts = new AsyncDisposableStack()
  parts.use(
    startRunWorker({
      runs,
      hub,
      notifications,
      owner: `${hostname()}:${process.pid}:${randomBytes(4).toString('hex')}`,
      clock,
      executors: withEventFiles(createExecutors(executed, executing, clock), inboxes),
      refusalOf,
      onAccessLost: receiptOfRun(executing.receipts),
      leaseMs: limits.leaseMs,
      parallel: limits.parallel,
      tracer: executing.tracer,
      // After a successful run, the scheduler checks at once whether another run is due. After a failed run, the next
      // run waits for the scheduler's regular check.
      onEnd: (_, outcome) => void (outcome === 'done' && scheduler.check()),
      events: runEvents(log),
    }),
  )
  const scheduler = parts.use(
    startScheduler({
      hub,
      clock,
      runs,
      definitions: definitions.list,
      areAllFilesValid: definitions.areAllFilesValid,
      inbox: inboxes.of,
      fit: fitBatch,
      isAnswering: executing.isAnswering,
      isDraining: () => isDraining(store, instance.id),
      maxDelayWhileAnsweringMs: limits.maxDelayWhileAnsweringMs,
      maxAttempts: limits.maxAttempts,
      refusalOf: async ({ workflow, runAs }) =>
        workflows.unrunnableReason(workflow) ?? (await refusalOf({ hub, runAs }))?.message ?? null,
      events,
    }),
  )
  parts.use(
    startResuming({
      store,
      hub,
      notifications,
      clock,
      isQuestionOpen: executing.questions.isOpen,
      shortOf: executing.shortBudgetOf,
      onResumed: events.runResumed,
      onFailure: events.pausedUnread,
    }),
  )
  parts.use(
    startRunRetention({
      store,
      hub,
      clock,
      days: limits.runDays,
      outputBytes: limits.runOutputBytes,
      removeFiles: ({ id, runAs }) => executing.removeChat(runChat({ id }), runAs),
      onFailure: events.oldRunsKept,
    }),
  )
  if (limits.isCheckedOnArrival) {
    const onQuiet = () => void scheduler.check()
    const onFailure = (error: unknown) => events.watchFailed({ error })
    const { readArrivalMark: look } = inboxes
    parts.use(
      look
        ? checkForArrivals({ notifications, clock, look, onNew: onQuiet, onFailure })
        : watchArrivals({ clock, folders: () => inboxFolders(definitions, inboxes), onQuiet, onFailure }),
    )
  }
  return parts
}

const receiptOfRun =
  (receipts: Pick<Receipts, 'stopped'>): NonNullable<RunWorkerDeps['onAccessLost']> =>
  ({ id, runAs }, { by, startedAt }) => {
    const run = { kind: 'run', id, chat: null, key: null, request: id } as const
    receipts.stopped({ ...run, subject: runAs!, startedAt, why: by })
  }

function createExecutors(
  {
    hubFolder,
    work,
    data,
    scriptEnvironment,
  }: Pick<HubToExecute, 'hubFolder' | 'work' | 'data' | 'scriptEnvironment'>,
  {
    agent,
    turns,
    openChat,
    callTool,
    questions,
  }: Pick<Executing, 'agent' | 'turns' | 'openChat' | 'callTool' | 'questions'>,
  clock: Clock,
) {
  const { tasks, workflows } = work
  const { inboxes } = data
  const common = {
    hubFolder,
    clock,
    environment: scriptEnvironment,
    warden: createWarden(),
    inboxFolder: (name: string) => inboxes.of(name).folderOf('pending'),
    agent,
    turns,
    openChat,
    questions,
  }
  return {
    task: createTaskExecutor({
      ...common,
      storedEvents: inboxes.of,
      find: tasks.find,
      committing: tasks.committing,
    }),
    workflow: createWorkflowExecutor({
      ...common,
      find: workflows.find,
      unrunnableReason: workflows.unrunnableReason,
      callTool,
      toolsOf: ({ batch }) =>
        batch ? [readEventTool(batch.events, (name) => inboxes.of(batch.inbox).read('pending', name))] : [],
      finishTool,
    }),
  }
}

function withEventFiles<Kinds extends Record<string, Executor>>(executors: Kinds, inboxes: Inboxes): Kinds {
  const withFiles = (executor: Executor): Executor => ({
    ...executor,
    async execute(run, context) {
      if (run.batch) await inboxes.of(run.batch.inbox).makeFiles(run.batch.events)
      return executor.execute(run, context)
    },
  })
  return Object.fromEntries(
    Object.entries(executors).map(([kind, executor]) => [kind, withFiles(executor)]),
  ) as Kinds
}

function inboxFolders(definitions: Definitions, inboxes: Inboxes): string[] {
  const names = definitions
    .list()
    .flatMap(({ trigger, enabled }) => (trigger.kind === 'webhook' && enabled ? [trigger.name] : []))
  return [...new Set(names)].map((name) => inboxes.of(name).folderOf('pending'))
}
