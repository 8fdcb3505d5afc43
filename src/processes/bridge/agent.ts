import type { AgentDeps } from '#core/agent/turn/agent.ts'
import { createConfirmedCalls } from '#core/agent/turn/confirmed-call.ts'
import { createDirectCalls } from '#core/agent/turn/direct-call.ts'
import type { McpServers } from '#core/agent/mcp-servers/mcp-servers.ts'
import { createRecall } from '#core/agent/memory/recall.ts'
import { createModelChooser } from '#core/agent/model/choose.ts'
import { restrictedTools } from '#core/agent/tools/restricted.ts'
import { createOpenQuestions, type OpenQuestions } from '#core/agent/tools/questions/open-questions.ts'
import { rememberTool } from '#core/agent/tools/remember/remember.ts'
import { systemClock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import { createSemaphore, type Semaphore } from '#ground/base/slots.ts'
import { chatFilesFor } from '#surfaces/bridge/completions/chat-files.ts'
import { callEvents } from '#features/changes/log-events.ts'
import { changeLinks } from '#features/changes/link.ts'
import { createDecidedCalls, type DecidedCalls } from '#features/changes/decided-calls.ts'
import { createCallProposals } from '#features/changes/propose-call.ts'
import { startCallRunner } from '#features/changes/run-calls.ts'
import { managementTools } from '#features/changes/tools.ts'
import { isDraining } from '#ground/instances/instances.ts'
import type { CallerChat } from '#core/chats/chats.ts'
import { explicitChat } from '#core/chats/scope.ts'
import { oneAtATime } from '#ground/hub/one-at-a-time.ts'
import { createTimeZones } from '#ground/identity/account-settings.ts'
import type { Caller } from '#ground/identity/caller.ts'
import { taskOf } from '#core/usage/task.ts'
import type { Environment } from '#ground/base/environment.ts'
import type { HubProblem } from '#ground/hub/hub.ts'
import { TOOLS_FOLDER } from '#ground/hub/tools/loader.ts'
import { PROCESS_TROUBLE_VARIABLE } from '../config/set-by-us.ts'
import { openAgent } from '../agent.ts'
import type { OpenAgent } from '#core/agent/turn/agent.ts'
import type { Agent } from '#core/agent/turn/turn.ts'
import { chatAgent } from '#core/agent/turn/chat-agent.ts'
import { commandSandbox, configuredTools } from '../built-in-tools.ts'
import { readBuiltInToolConfig } from '../config/built-in-tools.ts'
import { writingToChats } from '../delivery.ts'
import { mcpAddress } from '#surfaces/mcp/address.ts'
import { openMcpServers } from '../mcp-servers.ts'
import { createServerWindows, logServedWindow, servedWindow } from '../model-window.ts'
import { runChat } from '#features/work/runs/run-chats.ts'
import { spendingOn } from '#core/usage/open.ts'
import type { Features } from './features.ts'
import type { Ground } from './ground.ts'

/** The agent at work: it answers chats, and carries out runs and confirmed calls. */
export interface WorkingAgent extends AsyncDisposable {
  readonly agent: ReturnType<typeof chatAgent>['agent']
  /** Slots for turns of any kind. */
  readonly turns: Semaphore
  /** Dependencies of its tools, for all callers. */
  readonly deps: AgentDeps
  /** The questions of its tools that wait for people. */
  readonly questions: OpenQuestions
  /** Sets the endpoint for traces of a local agent process, once it is known. */
  takeTracesAt(url: string): void
  /** Whether people write to it at messaging providers. */
  readonly hasChannels: boolean
}

/** Close it before the features it uses. */
export async function startAgent(ground: Ground, features: Features): Promise<WorkingAgent> {
  const { environment, agentConfig, shared, clock, log, hub, chats, store, notifications, access } = ground
  const { work, accounts } = features
  const filesOf = (chat: CallerChat, caller: Caller) => chatFilesFor(chat, caller.surface, shared.publicUrl)

  await using parts = new AsyncDisposableStack()
  const mcpServers = parts.use(
    await openMcpServers(hub, { environment, connections: accounts.connections, clock, log }),
  )
  await reportSandbox(ground)
  const linkTo = changeLinks(shared.publicUrl)
  const decidedCalls = createDecidedCalls({ store, hub: hub.slug, clock, linkTo })
  const questions = createOpenQuestions({ clock, newId })
  const deps = { ...agentDeps(ground, features, { mcpServers, decidedCalls }), questions }
  let tracesUrl: string | null = null
  const agent = parts.use(await openAgent(deps, { config: agentConfig, log, traceEndpoint: () => tracesUrl }))
  parts.use(
    startCallRunner({
      store,
      notifications,
      hub: hub.slug,
      clock,
      background: systemClock,
      access,
      isDraining: () => isDraining(store, shared.machine.id),
      run: createConfirmedCalls(deps),
      filesOf: async (chatId, caller) => filesOf(await chats.open(explicitChat(chatId), caller), caller),
      events: callEvents(log),
    }),
  )

  const fileModel = hub.agent().model
  void logServedWindow(ground.turnEvents, servedWindow(agentConfig, fileModel, agent, deps.askServerWindow))

  const chatting = chatAgent(agent)
  const turns = ground.metrics.countingRoom(createSemaphore(agentConfig.turnsAtOnce))
  parts.use(
    work.start({
      agent,
      turns,
      isAnswering: chatting.isAnswering,
      callTool: createDirectCalls(deps),
      toolProblems: (mentions) => agent.toolProblems(mentions),
      toolChanges: [hub, mcpServers],
      tracer: ground.telemetry.tracer,
      receipts: ground.receipts,
      async openChat(run, caller) {
        const chat = await chats.open(runChat(run), caller)
        return { chatId: chat.id, files: filesOf(chat, caller) }
      },
      removeChat: (requested, owner) => chats.remove(requested, owner),
      async shortBudgetOf({ workflow, runAs }, needs) {
        const spender = { hub: hub.slug, email: runAs, task: taskOf(workflow) }
        return (await ground.usage.budgets.shortOf(spender, needs))?.message ?? null
      },
    }),
  )
  // Problems of tasks' tools are known once the tasks have started.
  parts.use(await announceCard(ground, features, { agent, mcpServers }))

  const { hasChannels } = parts.use(
    await startMessages(ground, features, { agent: chatting.agent, turns, decidedCalls }),
  )

  const opened = parts.move()
  return {
    agent: chatting.agent,
    turns,
    deps,
    questions,
    takeTracesAt: (url) => (tracesUrl = url),
    hasChannels,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Keep what the Console knows of the Hub's agent without asking it. */
async function announceCard(
  { environment, events, hub, shared }: Ground,
  { hubCards, noteName, work }: Features,
  { agent, mcpServers }: { agent: OpenAgent; mcpServers: Pick<McpServers, 'onChange'> },
): Promise<AsyncDisposable> {
  await using parts = new AsyncDisposableStack()
  const told = (await hubCards.read([hub.slug])).get(hub.slug)?.capabilities ?? []
  const announce = async () => {
    const { name, description } = hub.agent()
    const capabilities = agent.capabilities()
    // The permissions of a tool file that was broken before this start are known from its last readable
    // version.
    const isBroken = hub.problems().some(({ file }) => file.startsWith('tools/'))
    const kept = isBroken ? told.filter(({ name }) => !capabilities.some((one) => one.name === name)) : []
    const card = {
      slug: hub.slug,
      name,
      description,
      capabilities: [...capabilities, ...kept],
      mcp: mcpAddress(shared),
      problems: [...processTrouble(environment), ...hub.problems(), ...agent.problems(), ...work.problems()],
    }
    await hubCards.announce(card).then(noteName, events.hubCardFailed)
  }
  await announce()
  const announcing = parts.use(oneAtATime(announce)) // an older card must not be written last
  parts.defer(hub.onChange(announcing.run))
  parts.defer(mcpServers.onChange(announcing.run))
  parts.defer(work.onChange(announcing.run))
  const announced = parts.move()
  return { [Symbol.asyncDispose]: () => announced.disposeAsync() }
}

/** People who write at messaging providers are answered by the same agent, behind the same gate; results are sent there. */
async function startMessages(
  ground: Ground,
  features: Features,
  {
    agent,
    turns,
    decidedCalls,
  }: { agent: Agent; turns: Semaphore; decidedCalls: Pick<DecidedCalls, 'start'> },
): Promise<AsyncDisposable & Pick<WorkingAgent, 'hasChannels'>> {
  const { environment, inboxes, shared, config, clock, log, hub, chats, store, access, usage, chatapp } =
    ground
  const { startMessaging } = await import('#features/messaging/open.ts')
  await using parts = new AsyncDisposableStack()
  const messaging = parts.use(
    await startMessaging({
      hub: hub.slug,
      inboxes,
      machine: shared.machine,
      environment,
      store,
      notifications: ground.notifications,
      access,
      agent,
      turns,
      roster: await features.roster(),
      allowedHosts: readBuiltInToolConfig(environment).allowedHosts,
      writeToChat: writingToChats({ store, clock, hub: hub.slug }),
      clock,
      log,
      maxUploadBytes: config.maxUploadBytes,
      keptDays: config.messageDays,
      agentName: () => hub.agent().name,
      async hasAccount(email) {
        const found = await chatapp.accounts.findByEmail(email)
        if (!found.ok) throw new Error('the web chat can’t be queried for accounts')
        return found.value !== null && found.value.role !== 'pending'
      },
      receipts: ground.receipts,
      budgetRefusalOf: ({ email }) => usage.budgets.check({ hub: hub.slug, email, task: null }),
      async openChat(id, caller) {
        const chat = await chats.open(explicitChat(id), caller)
        return { chat, files: chatFilesFor(chat, caller.surface, shared.publicUrl) }
      },
    }),
  )
  parts.use(
    decidedCalls.start({
      background: systemClock,
      notify: messaging.tellOfCall,
      onFailure: (error) => callEvents(log).callsUnreadable({ reason: String(error) }),
    }),
  )
  const opened = parts.move()
  return { hasChannels: messaging.hasChannels, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** Error of its last process, which its own code may have caused. */
const processTrouble = ({ [PROCESS_TROUBLE_VARIABLE]: message }: Environment): HubProblem[] =>
  message ? [{ file: TOOLS_FOLDER, line: null, column: null, message }] : []

async function reportSandbox({ environment, events }: Pick<Ground, 'environment' | 'events'>): Promise<void> {
  const sandbox = await commandSandbox(environment)
  if (sandbox?.problem) events.commandsRefused({ reason: sandbox.problem.message, fix: sandbox.problem.fix })
  for (const what of sandbox?.unbounded ?? []) events.commandsUnbounded({ what })
}

function agentDeps(
  ground: Ground,
  features: Features,
  { mcpServers, decidedCalls }: { mcpServers: McpServers; decidedCalls: Pick<DecidedCalls, 'follow'> },
): AgentDeps {
  const { environment, hubFolder, agentConfig, telemetryConfig, shared, clock, turnEvents } = ground
  const { hub, store, access, decisions, usage, metrics, telemetry } = ground
  const { memory, changes, accounts, artifacts } = features
  const { toolTimeoutMs, sameTurnsPerMinute } = agentConfig
  const { content, propagate } = telemetryConfig
  const linkTo = changeLinks(shared.publicUrl)
  return {
    hub,
    sources: [mcpServers],
    models: createModelChooser(agentConfig, { clock, events: turnEvents }),
    contextTokens: agentConfig.contextTokens,
    askServerWindow: createServerWindows(agentConfig),
    timeZone: agentConfig.timeZone,
    timeZoneOf: createTimeZones(store),
    tools: [
      ...configuredTools(environment, { clock, hubFolder, toolTimeoutMs }),
      rememberTool(memory),
      ...managementTools({ hub: hub.slug, changes, access, linkTo }),
      ...artifacts.tools,
      ...accounts.tools,
    ],
    recall: createRecall(memory),
    connections: accounts.connections,
    proposeCall: createCallProposals({
      store,
      clock,
      newId,
      access,
      hub: hub.slug,
      linkTo,
      onProposed: decidedCalls.follow,
    }),
    recordUsage(turn) {
      metrics.turnUsed(turn)
      return usage.ledger.record(turn)
    },
    openSpending: spendingOn(usage.budgets, hub.slug),
    tracing: { tracer: telemetry.tracer, hub: hub.slug, content, propagate },
    ...metrics.counting(restrictedTools({ access, decisions, hub: hub.slug, clock })),
    environment,
    clock,
    limits: { toolTimeoutMs, sameTurnsPerMinute },
    events: turnEvents,
  }
}
