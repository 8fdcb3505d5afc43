import { join } from 'node:path'
import { createAccess } from '#access/access.ts'
import type { AgentDeps } from '#agent/agent.ts'
import { createConfirmedCalls } from '#agent/confirmed-call.ts'
import { createDirectCalls } from '#agent/direct-call.ts'
import { agentEvents } from '#agent/events.ts'
import { openMemory } from '#agent/memory/memory.ts'
import { createRecall } from '#agent/memory/recall.ts'
import { memoryFeature } from '#agent/memory/routes.ts'
import { createModels } from '#agent/model/choose.ts'
import { restrictedTools } from '#agent/restricted.ts'
import { rememberTool } from '#agent/tools/remember/remember.ts'
import { createAccessChanges } from '#audit/access-changes.ts'
import { createToolDecisions } from '#audit/tool-decisions.ts'
import { epochSeconds, systemClock, type Clock } from '#base/clock.ts'
import { closeGracefully, listen } from '#base/http-server.ts'
import { newId } from '#base/ids.ts'
import { createLog } from '#base/log.ts'
import { createAdmission } from '#bridge/admission.ts'
import { bridgeEvents } from '#bridge/events.ts'
import { chatFilesFor } from '#bridge/completions/chat-files.ts'
import { createBridge } from '#bridge/server.ts'
import { callEvents } from '#changes/events.ts'
import { changeLinks } from '#changes/link.ts'
import { createCallProposals } from '#changes/propose-call.ts'
import { startCallRunner } from '#changes/run-calls.ts'
import { managementTools } from '#changes/tools.ts'
import { openChats } from '#chats/folder.ts'
import { explicitChat } from '#chats/scope.ts'
import { openHub } from '#hub/open.ts'
import { inboxFeature } from '#inbox/routes.ts'
import { createConnections } from '#mcp/connections/connections.ts'
import { mcpFeature } from '#mcp/connections/routes.ts'
import { openStore } from '#store/store.ts'
import { startRetention } from '#traces/retention.ts'
import { openAgent } from './agent.ts'
import { chatAgent } from './answering.ts'
import { configuredTools } from './built-in-tools.ts'
import { readAgentConfig } from './config/agent.ts'
import { openChatappClient } from './chatapp-client.ts'
import { PUBLIC_BRIDGE_KEY, readBridgeConfig } from './config/bridge.ts'
import { readBudgetConfig } from './config/budgets.ts'
import { readSharedConfig } from './config/shared.ts'
import { readTelemetryConfig } from './config/telemetry.ts'
import { createBridgeMetrics } from './metrics/bridge.ts'
import type { RoleContext, RunningRole } from './role.ts'
import { openConsole } from './console.ts'
import { openMcp } from './mcp.ts'
import { openHubInbox } from './inbox.ts'
import { openMcpServers } from './mcp-servers.ts'
import { openScheduledWork } from './scheduled-work.ts'
import { openSecrets } from './secrets.ts'
import { surviveToolFaults } from './tool-faults.ts'
import { openTelemetry } from './telemetry.ts'
import { openTraceIntake } from './trace-intake.ts'
import { openUsage, spendingOn } from './usage.ts'

/** How long answers that are running may go on once the bridge is told to stop. */
const DRAIN_MS = 10_000

/** Start one Hub's bridge: its agent behind the chat API, its chat files behind links. */
export async function startBridge(
  { environment, hubFolder }: RoleContext,
  clock: Clock = systemClock,
): Promise<RunningRole> {
  const shared = readSharedConfig(environment, hubFolder)
  const config = readBridgeConfig(environment)
  const agentConfig = readAgentConfig(environment)
  const budgetConfig = readBudgetConfig(environment, hubFolder)
  const log = createLog('bridge', shared.logLevel)
  const events = bridgeEvents(log)
  const turnEvents = agentEvents(log)

  await using parts = new AsyncDisposableStack()
  const secrets = await openSecrets(shared.dataFolder)
  const store = parts.use(await openStore(shared.store))
  parts.use(await surviveToolFaults({ hubFolder, events: turnEvents }))
  const hub = parts.use(await openHub(hubFolder, { slug: shared.hubSlug, log: events.hubProblem }))
  const telemetryConfig = readTelemetryConfig(environment)
  const takesTraces = telemetryConfig.normalize && agentConfig.process !== null
  const metrics = createBridgeMetrics()
  const telemetry = parts.use(
    openTelemetry({
      config: telemetryConfig,
      clock,
      log,
      service: 'bridge',
      hub: hub.slug,
      store: async () => store,
      followsCaller: true,
      onSpan: metrics.spanEnded,
      onSpanStart: metrics.spanStarted,
      onDropped: metrics.spansDropped,
    }),
  )
  const { days, content, propagate } = telemetryConfig
  if (days > 0) parts.use(startRetention({ store, clock, days, onFailure: telemetry.events.oldTracesKept }))
  const accessChanges = createAccessChanges(store)
  const access = createAccess({ store, changes: accessChanges, clock })
  const usage = parts.use(
    await openUsage({
      store,
      clock,
      accessChanges,
      config: budgetConfig,
      onFailure: events.usageFailed,
      onCrossing: events.budgetCrossed,
    }),
  )
  await usage.budgets.announce(hub.slug, budgetConfig.budgets)
  await access.register(hub.slug, config.access)
  const decisions = parts.use(createToolDecisions(store))
  const chats = await openChats({
    folder: join(hubFolder, '.chats'),
    links: { secret: secrets.linkSecret, ttlSeconds: config.linkTtlSeconds },
    clock,
  })
  const chatapp = parts.use(openChatappClient({ environment, hubFolder }, { secrets, clock }))
  const memory = openMemory({ folder: join(hubFolder, '.memory'), clock, newId })
  const work = parts.use(
    await openScheduledWork({
      hub: hub.slug,
      hubFolder,
      environment,
      store,
      clock,
      access,
      onProblem: events.hubProblem,
    }),
  )
  const inbox = openHubInbox({
    hub: hub.slug,
    hubFolder,
    environment,
    store,
    clock,
    accessChanges,
    handledBy: work.handledBy,
    onWatchFailure: events.inboxUnwatched,
  })
  const mcpConnections = parts.use(
    createConnections({ store, clock, onFailure: events.mcpConnectionNotNoted }),
  )
  const { mount, hubCards, changes } = parts.use(
    openConsole({
      store,
      clock,
      log,
      access,
      accessChanges,
      toolDecisions: decisions,
      budgets: usage.budgets,
      chatapp,
      publicUrl: shared.publicUrl,
      runs: work.runs,
      features: [
        memoryFeature(new Map([[hub.slug, memory]])),
        inboxFeature(new Map([[hub.slug, inbox]])),
        mcpFeature(mcpConnections),
        work.feature,
      ],
    }),
  )
  const linkTo = changeLinks(shared.publicUrl)
  const mcpServers = parts.use(openMcpServers(hub, { environment, clock, log }))
  const agentDeps: AgentDeps = {
    hub,
    sources: [mcpServers],
    models: createModels(agentConfig, { clock, events: turnEvents }),
    contextTokens: agentConfig.contextTokens,
    tools: [
      ...configuredTools(environment, { clock, hubFolder, toolTimeoutMs: agentConfig.toolTimeoutMs }),
      rememberTool(memory),
      ...managementTools({ hub: hub.slug, changes, access, linkTo }),
    ],
    recall: createRecall(memory),
    proposeCall: createCallProposals({ store, clock, newId, access, hub: hub.slug, linkTo }),
    recordUsage(turn) {
      metrics.turnUsed(turn)
      return usage.ledger.record(turn)
    },
    openSpending: spendingOn(usage.budgets, hub.slug),
    tracing: { tracer: telemetry.tracer, hub: hub.slug, content, propagate },
    ...metrics.counting(restrictedTools({ access, decisions, hub: hub.slug, clock })),
    environment,
    clock,
    limits: { toolTimeoutMs: agentConfig.toolTimeoutMs, sameTurnsPerMinute: agentConfig.sameTurnsPerMinute },
    events: turnEvents,
  }
  let tracesUrl: string | null = null
  const agent = parts.use(openAgent(agentDeps, { config: agentConfig, log, traceEndpoint: () => tracesUrl }))
  const confirmedCalls = parts.use(
    startCallRunner({
      store,
      hub: hub.slug,
      clock,
      background: systemClock,
      access,
      run: createConfirmedCalls(agentDeps),
      filesOf: async (chatId, caller) =>
        chatFilesFor(await chats.open(explicitChat(chatId), caller), caller.surface, shared.publicUrl),
      events: callEvents(log),
    }),
  )
  parts.defer(changes.onCallReleased(confirmedCalls.nudge))
  const announce = () => {
    const { name, description } = hub.agent()
    const card = {
      slug: hub.slug,
      name,
      description,
      capabilities: agent.capabilities(),
      mcp: shared.mcpServer,
    }
    return hubCards.announce(card).catch(events.hubCardFailed)
  }
  await announce()
  parts.defer(hub.onChange(announce))
  parts.defer(mcpServers.onChange(announce))
  const chatting = chatAgent(agent)
  parts.use(
    work.start({
      agent,
      isAnswering: chatting.isAnswering,
      callTool: createDirectCalls(agentDeps),
      async openChat(run, caller) {
        const chat = await chats.open(explicitChat(`run-${run.id}`), caller)
        return { chatId: chat.id, files: chatFilesFor(chat, caller.surface, shared.publicUrl) }
      },
    }),
  )
  const bridgeKeys = [secrets.bridgeKey, ...config.keys]
  const mcp = shared.mcpServer
    ? openMcp({
        hub,
        agent: agentDeps,
        access,
        chats,
        chatapp,
        shared,
        config,
        bridgeKeys,
        connections: mcpConnections,
        clock,
        log,
      })
    : null
  const bridge = createBridge({
    mounts: mcp ? [mount, mcp] : [mount],
    metrics,
    tracer: telemetry.tracer,
    traceIntake: openTraceIntake({
      isOn: takesTraces,
      telemetry,
    }),
    hub,
    agent: chatting.agent,
    chats,
    admission: createAdmission({
      access,
      hubSlug: hub.slug,
      budgetRefusalOf: ({ email }) => usage.budgets.check({ hub: hub.slug, email, task: null }),
      clock,
      identityHeaderPrefix: config.identityHeaderPrefix,
      events,
    }),
    clock,
    created: epochSeconds(clock),
    publicUrl: shared.publicUrl,
    maxUploadBytes: config.maxUploadBytes,
    identityHeaderPrefix: config.identityHeaderPrefix,
    allowOrigins: config.allowOrigins,
    keys: { accepted: bridgeKeys, publicKey: PUBLIC_BRIDGE_KEY },
    events,
  })
  await bridge.ready()
  parts.defer(async () => {
    mount.endStreams()
    await mcp?.endStreams()
    await closeGracefully(bridge.server, DRAIN_MS)
    await bridge.close()
  })
  const url = await listen(bridge.server, { ...shared.addresses.bridge, variable: 'BRIDGE_PORT' })
  if (takesTraces) tracesUrl = `${url}/otel`
  events.listening({ url, hub: hub.slug })
  const running = parts.move()
  return { url, [Symbol.asyncDispose]: () => running.disposeAsync() }
}
