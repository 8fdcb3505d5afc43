import { refused } from '#ground/base/result.ts'
import { join } from 'node:path'
import { createAgent } from '#core/agent/turn/agent.ts'
import { createDirectCalls } from '#core/agent/turn/direct-call.ts'
import type { AgentEvents } from '#core/agent/log-events.ts'
import { createWarden } from '#ground/base/programs/warden.ts'
import { createModelChooser } from '#core/agent/model/choose.ts'
import { builtInTools } from '#core/agent/tools/built-in.ts'
import type { Tool } from '#core/agent/tools/tool.ts'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import { NO_TRACER } from '#ground/base/trace/tracer.ts'
import { newId } from '#ground/base/ids.ts'
import { createSemaphore } from '#ground/base/slots.ts'
import { explicitChat } from '#core/chats/scope.ts'
import { openHub } from '#ground/hub/open.ts'
import type { OutputPiece, WorkRun, StoredRunStep } from '#features/work/runs/run.ts'
import { createRuns, type Runs } from '#features/work/runs/runs.ts'
import { startRunWorker } from '#features/work/runs/execution/worker.ts'
import { openStore } from '#ground/store/store.ts'
import { finishTool } from '#features/work/tasks/finish-tool.ts'
import { createWorkflowExecutor } from '#features/work/workflows/executor.ts'
import { openWorkflows, type Workflows } from '#features/work/workflows/workflows.ts'
import { chatsIn, turnFiles } from '../support/agent-chats.ts'
import { storeOf } from '../support/own-services.ts'
import { createOwnNotifications } from '../support/notifications.ts'

export interface WorkbenchOptions {
  clock?: Clock
  tools?: readonly Tool[]
  leaseMs?: number
  parallel?: number
  /** If true, runs are queued and read, but not executed. */
  isIdle?: boolean
}

export interface Ran {
  run: WorkRun
  steps: StoredRunStep[]
  outputs: Record<string, string | null>
  states: Record<string, StoredRunStep['state']>
  output: OutputPiece[]
}

export interface Workbench extends AsyncDisposable {
  readonly runs: Runs
  readonly workflows: Workflows
  queue(
    workflow: string,
    more?: Partial<Pick<WorkRun, 'inputs' | 'runAs' | 'trigger' | 'batch'>>,
  ): Promise<string>
  ended(id: string): Promise<Ran>
  run(workflow: string, inputs?: Record<string, unknown>): Promise<Ran>
}

export const HUB = 'garden'

export async function openWorkbench(folder: string, options: WorkbenchOptions = {}): Promise<Workbench> {
  const clock = options.clock ?? systemClock
  await using parts = new AsyncDisposableStack()
  const store = parts.use(await openStore(await storeOf(join(folder, '.svc'))))
  const hub = parts.use(await openHub(folder, { slug: HUB, watch: false }))
  const workflows = parts.use(await openWorkflows(folder))
  const chats = await chatsIn(join(folder, '.chats'), clock)
  const agentDeps = {
    hub,
    models: createModelChooser(OFFLINE, { clock, random: () => 1, events: SILENT }),
    tools: options.tools ?? builtInTools,
    recordUsage: () => {},
    environment: {},
    limits: { toolTimeoutMs: 60_000 },
    clock,
    events: SILENT,
  }
  const notifications = createOwnNotifications()
  const runs = createRuns({ store, clock, notifications })
  const endings = new Map<string, PromiseWithResolvers<void>>()
  const ending = (id: string) => {
    if (!endings.has(id)) endings.set(id, Promise.withResolvers())
    return endings.get(id)!
  }
  const workflow = createWorkflowExecutor({
    hubFolder: folder,
    questions: { findOfStep: async () => null, ask: async () => refused('nobody to ask') },
    // Scripts and turns take real time; tests advance only the delays between attempts.
    clock,
    warden: createWarden(),
    environment: async () => ({ PATH: process.env['PATH'] ?? '' }),
    agent: createAgent(agentDeps),
    turns: createSemaphore(Infinity),
    async openChat(run, caller) {
      const chat = await chats.open(explicitChat(`run-${run.id}`), caller)
      return { chatId: chat.id, files: turnFiles(chat) }
    },
    toolsOf: () => [],
    finishTool,
    callTool: createDirectCalls(agentDeps),
    inboxFolder: (name) => join(folder, '.inbound/webhooks', name),
    find: workflows.find,
    unrunnableReason: workflows.unrunnableReason,
    ...(options.parallel === undefined ? {} : { parallel: options.parallel }),
  })
  parts.use(
    startRunWorker({
      runs,
      hub: HUB,
      notifications,
      owner: `test:${process.pid}:${newId()}`,
      clock: { ...systemClock, now: clock.now },
      executors: { task: workflow, workflow },
      refusalOf: async () => null,
      leaseMs: options.leaseMs ?? 30_000,
      parallel: options.isIdle ? 0 : 4,
      tracer: NO_TRACER,
      onEnd: ({ id }) => ending(id).resolve(),
      events: {
        runStarted() {},
        runEnded() {},
        runFailed() {},
        runPaused() {},
        runInterrupted() {},
        runUnrecorded: ({ error }) => process.emitWarning(error as Error),
        queueUnreadable: ({ error }) => process.emitWarning(error as Error),
      },
    }),
  )
  const bench: Omit<Workbench, typeof Symbol.asyncDispose> = {
    runs,
    workflows,
    async queue(name, { trigger = 'manual', runAs = null, ...more } = {}) {
      const id = `${name}:${newId()}`
      await runs.queue({ hub: HUB, id, workflow: name, trigger, runAs, ...more })
      return id
    },
    async ended(id) {
      await ending(id).promise
      const ref = { hub: HUB, id }
      const [run, steps, output] = [await runs.read(ref), await runs.steps(ref), await runs.output(ref, 0)]
      return {
        run: run!,
        steps,
        output,
        outputs: Object.fromEntries(steps.map((step) => [step.id, step.output])),
        states: Object.fromEntries(steps.map((step) => [step.id, step.state])),
      }
    },
    run: async (name, inputs = {}) => bench.ended(await bench.queue(name, { inputs })),
  }
  const opened = parts.move()
  return { ...bench, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

const OFFLINE = {
  models: [],
  modelConfig: () => ({ provider: 'offline', name: 'offline', baseUrl: null, apiKey: null }),
}

const SILENT = new Proxy({} as AgentEvents, { get: () => () => {} })
