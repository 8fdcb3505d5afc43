import { createAssertions, type Assertions } from '#core/agent/assertions/assertions.ts'
import type { AgentDeps } from '#core/agent/turn/agent.ts'
import { createConfirmedCalls } from '#core/agent/turn/confirmed-call.ts'
import { createDirectCalls } from '#core/agent/turn/direct-call.ts'
import type { McpServers } from '#core/agent/mcp-servers/mcp-servers.ts'
import { createRecall } from '#core/agent/memory/recall.ts'
import { createModelChooser } from '#core/agent/model/choose.ts'
import { restrictedTools } from '#core/agent/tools/restricted.ts'
import { createOpenQuestions, type OpenQuestions } from '#core/agent/tools/questions/open-questions.ts'
import { createSkillSource } from '#core/agent/tools/skills/source.ts'
import { rememberTool } from '#core/agent/tools/remember/remember.ts'
import { systemClock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import { createSemaphore, type Semaphore } from '#ground/base/slots.ts'
import { chatFilesFor } from '#surfaces/bridge/completions/chat-files.ts'
import { callEvents } from '#features/changes/log-events.ts'
import { changeLinks } from '#features/changes/link.ts'
import { createDecidedCalls, type DecidedCalls } from '#features/changes/decided-calls.ts'
import { askPersonTool } from '#features/changes/ask-person.ts'
import { createCallProposals } from '#features/changes/propose-call.ts'
import { createQuestionProposals } from '#features/changes/propose-question.ts'
import { createQuestionTurns, type QuestionTurns } from '#features/changes/question-turns.ts'
import { startCallRunner } from '#features/changes/run-calls.ts'
import { managementTools } from '#features/changes/tools.ts'
import { isDraining } from '#ground/instances/instances.ts'
import type { CallerChat } from '#core/chats/chats.ts'
import { explicitChat } from '#core/chats/scope.ts'
import { createTimeZones } from '#ground/identity/account-settings.ts'
import type { Caller } from '#ground/identity/caller.ts'
import { taskOf } from '#core/usage/task.ts'
import type { Environment } from '#ground/base/environment.ts'
import { openAgent } from '../agent.ts'
import { chatAgent } from '#core/agent/turn/chat-agent.ts'
import { commandSandbox, configuredTools } from '../built-in-tools.ts'
import { openMcpServers } from '../mcp-servers.ts'
import { createServerWindows, logServedWindows, servedWindows } from '../model-window.ts'
import { runChat } from '#features/work/runs/run-chats.ts'
import { spendingOn } from '#core/usage/open.ts'
import type { Features } from './features.ts'
import type { Ground, Reports } from './ground.ts'
import { announceCard } from './hub-card.ts'
import { assertionSecretOf } from '../secrets.ts'
import { startMessages } from './messages.ts'

type AgentGround = Pick<
  Ground,
  | 'settings'
  | 'data'
  | 'permissions'
  | 'reports'
  | 'telemetry'
  | 'usage'
  | 'modelTables'
  | 'secrets'
  | 'hub'
  | 'clock'
>

export interface WorkingAgent extends AsyncDisposable {
  readonly agent: ReturnType<typeof chatAgent>['agent']
  readonly turns: Semaphore
  readonly deps: AgentDeps
  readonly questions: OpenQuestions
  readonly assertions: Assertions
  readonly questionTurns: QuestionTurns
  takeTracesAt(url: string): void
  readonly hasChannels: boolean
}

/** Dispose the returned object before `features`. */
export async function startAgent(
  ground: AgentGround & Pick<Ground, 'chatapp'>,
  features: Features,
): Promise<WorkingAgent> {
  const { settings, data, permissions, reports, hub, clock } = ground
  const { environment, agent: agentConfig, shared } = settings
  const { chats, store, notifications } = data
  const { access, receipts } = permissions
  const { log, turnEvents } = reports
  const { work, accounts } = features
  const filesOf = (chat: CallerChat, caller: Caller) => chatFilesFor(chat, caller.surface, shared.publicUrl)

  await using parts = new AsyncDisposableStack()
  const mcpServers = parts.use(
    await openMcpServers(hub, { environment, connections: accounts.connections, clock, log }),
  )
  await reportSandbox(environment, reports)
  const linkTo = changeLinks(shared.publicUrl)
  const decidedCalls = createDecidedCalls({ store, hub: hub.slug, clock, linkTo })
  const asking = askingIn(ground)
  const deps = agentDeps(ground, features, { mcpServers, decidedCalls, asking })
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
      isDraining: () => isDraining(store, shared.instance.id),
      run: createConfirmedCalls(deps),
      filesOf: async (chatId, caller) => filesOf(await chats.open(explicitChat(chatId), caller), caller),
      events: callEvents(log),
    }),
  )

  parts.defer(hub.onChange(deps.models.health.forget))
  const fileModel = hub.agent().model
  void logServedWindows(turnEvents, servedWindows(agentConfig, fileModel, agent, deps.readServerWindow))

  const chatting = chatAgent(agent)
  const turns = reports.metrics.countingRoom(createSemaphore(agentConfig.turnsAtOnce))
  parts.use(
    work.start({
      agent,
      turns,
      isAnswering: chatting.isAnswering,
      callTool: createDirectCalls(deps),
      questions: asking.questionTurns,
      toolProblems: (mentions) => agent.toolProblems(mentions),
      toolChanges: [hub, mcpServers],
      tracer: ground.telemetry.tracer,
      receipts,
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
  // Called after the tasks have started, because the card lists their problems.
  parts.use(await announceCard(ground, features, { agent, mcpServers, models: deps.models.health }))

  const { hasChannels } = parts.use(
    await startMessages(ground, features, { agent: chatting.agent, turns, decidedCalls }),
  )

  const opened = parts.move()
  return {
    agent: chatting.agent,
    turns,
    deps,
    questions: deps.questions,
    assertions: deps.assertions,
    questionTurns: asking.questionTurns,
    takeTracesAt: (url) => (tracesUrl = url),
    hasChannels,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

function askingIn({ data, permissions, reports, hub, clock }: AgentGround) {
  const { store } = data
  const propose = createQuestionProposals({ store, clock, newId, access: permissions.access, hub: hub.slug })
  const events = callEvents(reports.log)
  return { propose, questionTurns: createQuestionTurns({ store, hub: hub.slug, clock, propose, events }) }
}

async function reportSandbox(environment: Environment, { events }: Pick<Reports, 'events'>): Promise<void> {
  const sandbox = await commandSandbox(environment)
  if (sandbox?.problem) events.commandsRefused({ reason: sandbox.problem.message, fix: sandbox.problem.fix })
  for (const what of sandbox?.unbounded ?? []) events.commandsUnbounded({ what })
}

function agentDeps(
  { settings, data, permissions, reports, telemetry, usage, modelTables, secrets, hub, clock }: AgentGround,
  { changes, accounts, artifacts }: Pick<Features, 'changes' | 'accounts' | 'artifacts'>,
  {
    mcpServers,
    decidedCalls,
    asking,
  }: {
    mcpServers: McpServers
    decidedCalls: Pick<DecidedCalls, 'follow'>
    asking: ReturnType<typeof askingIn>
  },
): AgentDeps & { questions: OpenQuestions; assertions: Assertions } {
  const { environment, hubFolder, agent: agentConfig, shared } = settings
  const { store, memory } = data
  const { access, decisions } = permissions
  const { metrics, turnEvents } = reports
  const { toolTimeoutMs, sameTurnsPerMinute } = agentConfig
  const { content, propagate } = settings.telemetry
  const linkTo = changeLinks(shared.publicUrl)
  const models = createModelChooser(agentConfig, { clock, events: turnEvents })
  metrics.watchModels(models.health)
  return {
    hub,
    sources: [createSkillSource(hub), mcpServers],
    models,
    contextTokens: agentConfig.contextTokens,
    contextTokensOf: (model) => modelTables.current().contextTokensOf(model),
    readServerWindow: createServerWindows(agentConfig),
    timeZone: agentConfig.timeZone,
    timeZoneOf: createTimeZones(store),
    tools: [
      ...configuredTools(environment, { clock, hubFolder, toolTimeoutMs }),
      rememberTool(memory),
      ...managementTools({ hub: hub.slug, changes, access, linkTo }),
      ...artifacts.tools,
      ...accounts.tools,
      askPersonTool(asking.propose),
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
    keepTurn: asking.questionTurns.keep,
    questions: createOpenQuestions({ clock, newId }),
    assertions: createAssertions({
      secret: assertionSecretOf(secrets),
      issuer: shared.publicUrl,
      hub: hub.slug,
      clock,
      newId,
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
    events: {
      ...turnEvents,
      modelFellBack(e) {
        metrics.modelFellBack(e)
        turnEvents.modelFellBack(e)
      },
    },
  }
}
