import type { Server } from 'node:http'
import { epochSeconds, systemClock, type Clock } from '#ground/base/clock.ts'
import { packageVersion } from '#ground/base/package-version.ts'
import type { Mount } from '#ground/base/mount.ts'
import { drainingOf, runsTurnOf } from '#ground/instances/instances.ts'
import { createReadiness } from '#ground/instances/readiness.ts'
import { openStoredResponses } from './bridge/responses.ts'
import { createAnswerFacts } from '#surfaces/bridge/completions/answer-facts.ts'
import { createPersonFailure } from '#surfaces/bridge/completions/person-failure.ts'
import { createBridgeAdmission } from '#surfaces/bridge/admission.ts'
import { chatFilesFor } from '#surfaces/bridge/completions/chat-files.ts'
import { suspendedResponses } from '#surfaces/bridge/suspended-responses.ts'
import { bridgeKeys } from '#surfaces/bridge/authorize.ts'
import { ANSWER_GRACE_MS, DRAIN_MS } from '#ground/base/stop-limits.ts'
import { createBridge } from '#surfaces/bridge/server.ts'
import type { McpAccess, McpOffer, McpService } from '#surfaces/mcp/open.ts'
import { aboutAgent } from './bridge/about.ts'
import { startAgent, type WorkingAgent } from './bridge/agent.ts'
import { openFeatures, type Features } from './bridge/features.ts'
import { openGround, type BridgeSettings, type Ground } from './bridge/ground.ts'
import type { Hub } from '#ground/hub/hub.ts'
import type { SharedConfig } from './config/shared.ts'
import { sharedCancellations } from './other-instances.ts'
import { PUBLIC_BRIDGE_KEY } from './config/bridge.ts'
import { modelLack } from './config/model-lack.ts'
import { hubsWithWork } from './suspending/hubs-with-work.ts'
import type { Suspension, RoleContext, RunningServer } from './role.ts'
import { openTraceIntake } from '#core/traces/intake.ts'

type McpGround = Pick<Ground, 'settings' | 'data' | 'permissions' | 'reports' | 'hub' | 'chatapp' | 'clock'>

type McpFeatures = Pick<Features, 'mcpSignIn' | 'isMember' | 'mcpConnections' | 'artifacts'>
type AdmissionGround = Pick<Ground, 'settings' | 'permissions' | 'reports' | 'usage' | 'hub' | 'clock'>

export async function startBridge(context: RoleContext, clock: Clock = systemClock): Promise<RunningServer> {
  await using parts = new AsyncDisposableStack()
  const ground = parts.use(await openGround(context, clock))
  const { settings, data, reports, telemetry, hub, secrets, registration } = ground
  const { shared, own, bridge: config } = settings
  const { store, chats } = data
  const { events, metrics } = reports
  const features = parts.use(await openFeatures(ground))
  const working = parts.use(await startAgent(ground, features))

  const accepted = [secrets.bridgeKey, ...config.keys]
  const keys = bridgeKeys(accepted, PUBLIC_BRIDGE_KEY)
  const created = epochSeconds(clock)
  const isDraining = drainingOf(store, shared.instance.id)
  const mcp = shared.mcpServer
    ? await openMcpServer(ground, features, { agent: working.deps, bridgeKeys: accepted, isDraining })
    : null
  const takesTraces = settings.telemetry.normalize && settings.agent.process !== null
  const mounts = [mcp, features.mcpSignIn?.discovery].filter((mount) => mount !== null && mount !== undefined)
  const responses = parts.use(openStoredResponses(settings, data, { hub, clock, events }))
  const stopping = new AbortController()
  const bridge = createBridge({
    mounts,
    lateMounts: [features.console],
    metrics,
    tracer: telemetry.tracer,
    traceIntake: openTraceIntake({ isOn: takesTraces, telemetry }),
    hub,
    own,
    agent: working.agent,
    turns: working.turns,
    ...questionPorts(working),
    assertions: working.assertions,
    stopping: stopping.signal,
    isDraining: async (answer) =>
      (await isDraining()) && !(await runsTurnOf(store, shared.instance.id, answer)),
    readiness: createReadiness({ store, instance: shared.instance, clock: systemClock }),
    chats,
    responses: responses.responses,
    storesResponses: config.responseDays > 0,
    listHubs: ground.permissions.access.listHubs,
    about: aboutAgent(ground, features, working),
    factsOf: answerFactsOf(ground),
    personFailureOf: createPersonFailure({ access: ground.permissions.access, hubSlug: hub.slug }),
    admission: admissionTo(ground),
    clock,
    instanceName: shared.instance.name,
    created,
    publicUrl: shared.publicUrl,
    maxUploadBytes: config.maxUploadBytes,
    ...(ground.chatapp.kind === 'openwebui' && { addWebChatFiles: await openWebChatFiles(ground) }),
    identityHeaderPrefix: config.identityHeaderPrefix,
    allowOrigins: config.allowOrigins,
    keys,
    events,
  })
  parts.defer(() => bridge.close())
  await bridge.ready()
  const { url } = parts.use(
    await receiveAt(registration, shared, bridge.server, {
      mounts: [features.console, ...mounts],
      stopping,
      clock,
    }),
  )
  if (takesTraces) working.takeTracesAt(`${url}/otel`)
  parts.use(await registration.serve(store, serverAt(url, ground)))
  if (ground.chatapp.kind === 'openwebui') parts.use(await connectOpenWebui(url, ground))
  events.listening({ url, hub: hub.slug })
  const running = parts.move()
  return {
    url,
    warnings: modelWarnings(hub, settings),
    async planSuspension() {
      const plan = await suspensionOf(ground, features, working)
      return plan && { ...plan, handlerWhileSuspended: suspendedResponses({ hub, created, keys, own }) }
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

const questionPorts = ({ questions, questionTurns }: Pick<WorkingAgent, 'questions' | 'questionTurns'>) => ({
  questions,
  continueTurn: questionTurns.continued,
})

const answerFactsOf = ({ permissions, hub, usage }: Pick<Ground, 'permissions' | 'hub' | 'usage'>) =>
  createAnswerFacts({ access: permissions.access, hubSlug: hub.slug, costOf: usage.prices.costOf })

async function openWebChatFiles({
  chatapp,
  settings,
  reports,
}: Pick<Ground, 'chatapp' | 'settings' | 'reports'>) {
  const { createWebChatFiles } = await import('#surfaces/bridge/completions/web-chat-files.ts')
  const { maxUploadBytes } = settings.bridge
  return createWebChatFiles({ chatapp, maxUploadBytes, onFailure: reports.events.webChatFilesUnread })
}

async function connectOpenWebui(
  url: string,
  {
    chatapp,
    data: { store },
    hub,
    secrets,
    settings,
    reports,
    clock,
  }: Omit<Ground, typeof Symbol.asyncDispose>,
): Promise<AsyncDisposable> {
  const { connectionStoreId, startHubConnection } = await import('#features/administration/hub-connection.ts')
  return startHubConnection({
    chatapp,
    hub: hub.slug,
    storeId: await connectionStoreId(store),
    url: `${url}/v1`,
    key: secrets.bridgeKey,
    identityPrefix: settings.bridge.identityHeaderPrefix,
    clock,
    onConnected: reports.events.webChatConnected,
    onFailure: reports.events.webChatNotConnected,
  })
}

const admissionTo = ({
  settings,
  permissions: { access, accessNotifications, receipts },
  reports,
  usage,
  hub,
  clock,
}: AdmissionGround) =>
  createBridgeAdmission({
    access,
    accessNotifications,
    receipts,
    hubSlug: hub.slug,
    budgetRefusalOf: ({ email }) => usage.budgets.check({ hub: hub.slug, email, task: null }),
    clock,
    identityHeaderPrefix: settings.bridge.identityHeaderPrefix,
    events: reports.events,
  })

async function openMcpServer(
  { settings, data, permissions, reports, hub, chatapp, clock }: McpGround,
  { mcpSignIn, isMember, mcpConnections, artifacts }: McpFeatures,
  {
    agent,
    bridgeKeys,
    isDraining,
  }: Pick<McpOffer, 'agent'> & Pick<McpAccess, 'bridgeKeys'> & Pick<McpService, 'isDraining'>,
) {
  const { shared, own, bridge: config } = settings
  const { store, chats, bus } = data
  const { access, receipts } = permissions
  const { openMcp } = await import('#surfaces/mcp/open.ts')
  const requestsPerMinute = config.mcpRequestsPerMinute
  return openMcp(
    hub,
    { access, chatapp, store, bridgeKeys, requestsPerMinute, isMember, signIn: mcpSignIn },
    {
      agent,
      chats,
      filesOf: (chat, caller) => chatFilesFor(chat, caller.surface, shared.publicUrl),
      artifacts: artifacts.own,
    },
    {
      own,
      version: packageVersion(),
      connections: mcpConnections,
      receipts,
      isDraining,
      shareCancellations: await sharedCancellations({ hub: hub.slug, store, bus, clock }),
      clock,
      log: reports.log,
    },
  )
}

async function receiveAt(
  registration: Ground['registration'],
  { addresses }: Pick<SharedConfig, 'addresses'>,
  server: Server,
  stop: { mounts: readonly Pick<Mount, 'endStreams'>[]; stopping: AbortController; clock: Clock },
): Promise<AsyncDisposable & { url: string }> {
  const { url, end } = await registration.receive(server, { ...addresses.bridge, variable: 'BRIDGE_PORT' })
  const { mounts, stopping, clock } = stop
  return {
    url,
    async [Symbol.asyncDispose]() {
      const cancel = clock.after(ANSWER_GRACE_MS.bridge, () => stopping.abort())
      for (const mount of mounts) await mount.endStreams?.()
      await end(DRAIN_MS)
      cancel()
      stopping.abort()
    },
  }
}

const serverAt = (
  url: string,
  {
    hub,
    clock,
    registration,
    settings: { shared },
  }: Pick<Ground, 'hub' | 'clock' | 'registration' | 'settings'>,
) => ({
  hub: hub.slug,
  instance: registration.instance,
  address: url,
  version: packageVersion(),
  startedAt: clock.now(),
  instanceId: shared.instance.id,
  published: hub.version,
  inStore: { inbox: shared.inbox === 'store', chats: shared.chats === 'store' },
})

/** Null if the bridge must not be suspended. */
async function suspensionOf(
  { hub, data, settings, clock }: Pick<Ground, 'hub' | 'data' | 'settings' | 'clock'>,
  { work }: Pick<Features, 'work'>,
  { hasChannels }: Pick<WorkingAgent, 'hasChannels'>,
): Promise<Pick<Suspension, 'resumeAt'> | null> {
  if (settings.shared.servedHubs === null || hasChannels || settings.environment['SVC_INBOUND']) return null
  const plan = work.suspensionPlan()
  return plan && (await hubsWithWork(data.store, [hub.slug], clock.now())).size === 0 ? plan : null
}

function modelWarnings(hub: Hub, { agent: agentConfig }: Pick<BridgeSettings, 'agent'>): string[] {
  if (agentConfig.process) return []
  const named = [hub.agent(), ...hub.subAgents()].flatMap(({ model }) => model ?? [])
  const usual = hub.agent().model === null ? agentConfig.models : []
  const lacks = [...usual, ...named.map(agentConfig.modelConfig)].map(modelLack)
  const warnings = lacks.flatMap((lack) =>
    lack
      ? [`${lack.id} has no ${lack.what}, so it cannot answer; set ${lack.variable} in the Hub’s .env`]
      : [],
  )
  return [...new Set(warnings)]
}
