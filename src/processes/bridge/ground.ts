import { createAccess, type Access } from '#core/access/access.ts'
import { createAccessNotifications, type AccessNotifications } from '#core/access/access-notifications.ts'
import { createReceipts, type Receipts } from '#core/access/receipts.ts'
import { agentEvents } from '#core/agent/log-events.ts'
import { createAccessChanges, type AccessChanges } from '#core/audit/access-changes.ts'
import { createToolDecisions, type ToolDecisions } from '#core/audit/tool-decisions.ts'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import { BadConfiguration } from '#ground/base/environment.ts'
import { createLog, type Log } from '#ground/base/log.ts'
import type { Bus } from '#ground/bus/bus.ts'
import { openWorkNotifications, type WorkNotifications } from '#ground/bus/work-notifications.ts'
import type { OwnAddress } from '#ground/base/network/own-address.ts'
import { packageVersion } from '#ground/base/package-version.ts'
import { bridgeEvents } from '#surfaces/bridge/log-events.ts'
import { inboundEvents } from '#surfaces/inbound/log-events.ts'
import type { AgentMemory } from '#core/agent/memory/memory.ts'
import type { CallerChats } from '#core/chats/chats.ts'
import type { Inboxes } from '#core/inbox/inbox.ts'
import type { Hub } from '#ground/hub/hub.ts'
import { openHub } from '#ground/hub/open.ts'
import { openModelTables, type ModelTables } from '#ground/model-table/installed.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import type { Store } from '#ground/store/store.ts'
import { startRetention } from '#core/traces/retention.ts'
import { ownBuses } from '../bus.ts'
import { openChatappClient } from '../chatapp-client.ts'
import { readAgentConfig, type AgentConfig } from '../config/agent.ts'
import { readBridgeConfig, type BridgeConfig } from '../config/bridge.ts'
import { readBudgetConfig, type BudgetConfig } from '../config/budgets.ts'
import { unpricedModel } from '../config/unpriced-model.ts'
import { ownAddressOf, readSharedConfig, type SharedConfig } from '../config/shared.ts'
import { readTelemetryConfig, type TelemetryConfig } from '../config/telemetry.ts'
import { createBridgeMetrics } from '../metrics/bridge.ts'
import type { RoleContext } from '../role.ts'
import { chatLinkSecretOf, openSecrets, type Secrets } from '../secrets.ts'
import { openTelemetry, type Telemetry } from '#core/traces/telemetry.ts'
import { surviveToolFaults } from '#ground/hub/tools/catch-tool-errors.ts'
import { openUsage, type OpenUsage } from '#core/usage/open.ts'
import { openAgentState } from '../agent-state.ts'
import { followHub } from '../published.ts'
import { refuseHalfMoved } from '../unfinished-move.ts'
import { inboxesOf, moveFolderIn } from '../inboxes.ts'
import { createBridgeRegistration, type BridgeRegistration } from '../bridge-registration.ts'
import { ownStores } from '../stores.ts'
import { storeEvents } from '../store-events.ts'

export interface BridgeSettings {
  readonly environment: NodeJS.ProcessEnv
  readonly hubFolder: string
  readonly shared: SharedConfig
  readonly own: OwnAddress
  readonly bridge: BridgeConfig
  readonly agent: AgentConfig
  readonly budgets: BudgetConfig
  readonly telemetry: TelemetryConfig
}

export interface BridgeData {
  readonly store: Store
  readonly bus: Bus
  readonly notifications: WorkNotifications
  readonly chats: CallerChats
  readonly memory: AgentMemory
  readonly inboxes: Inboxes
}

export interface Permissions {
  readonly access: Access
  readonly accessNotifications: AccessNotifications
  readonly accessChanges: AccessChanges
  readonly receipts: Receipts
  readonly decisions: ToolDecisions
}

export interface Reports {
  readonly log: Log
  readonly events: ReturnType<typeof bridgeEvents>
  readonly turnEvents: ReturnType<typeof agentEvents>
  readonly metrics: ReturnType<typeof createBridgeMetrics>
}

export interface Ground extends AsyncDisposable {
  readonly settings: BridgeSettings
  readonly data: BridgeData
  readonly permissions: Permissions
  readonly reports: Reports
  readonly telemetry: Telemetry
  readonly usage: OpenUsage
  readonly modelTables: ModelTables
  readonly hub: Hub
  readonly chatapp: ChatappClient
  readonly secrets: Secrets
  readonly registration: BridgeRegistration
  readonly clock: Clock
}

/** Dispose the returned object after all objects that use it. */
export async function openGround(context: RoleContext, clock: Clock): Promise<Ground> {
  const { stores = ownStores, buses = ownBuses } = context
  const settings = readSettings(context)
  const { environment, hubFolder, shared } = settings
  const reports = createReports(settings)
  const { log, events, turnEvents } = reports
  const notNoted = (error: unknown) => events.servingNotNoted({ reason: String(error) })
  const registration = context.registration ?? createBridgeRegistration(notNoted)

  await using parts = new AsyncDisposableStack()
  const secrets = await openSecrets(shared)
  const store = parts.use(await stores.open(shared, storeEvents(log)))
  const bus = parts.use(await buses.open(shared, { secrets, clock, log }))
  const notifications = parts.use(openWorkNotifications({ bus, clock: systemClock, hub: shared.hubSlug }))
  refuseHalfMoved(shared)
  // With SQLite there is no other instance to agree with.
  if (store.kind !== 'sqlite') {
    const { agreeOnHub } = await import('#cluster/instances/hub-agreement.ts')
    await agreeOnHub(shared, { store, clock })
  }
  const { source } = parts.use(await followHub(shared, { store, notifications, clock, log }))
  parts.use(await surviveToolFaults({ hubFolder, events: turnEvents }))
  const watching = { log: events.hubProblem, news: events.folderNews, source }
  const hub = parts.use(await openHub(hubFolder, { slug: shared.hubSlug, ...watching }))
  const telemetry = parts.use(openTracing(settings, reports, { store, hub, clock }))
  const { days, mostBytes } = settings.telemetry
  const onFailure = telemetry.events.oldTracesKept
  if (days > 0) parts.use(startRetention({ store, clock, days, mostBytes, onFailure }))
  const chatapp = parts.use(openChatappClient({ environment, hubFolder }, { secrets, clock }))
  const permissions = parts.use(openPermissions(shared, { store, bus, chatapp, clock, hub }))
  const { accessChanges, access } = permissions
  const modelTables = await openModelTables(shared.dataFolder, {
    clock,
    onProblem: (reason) => turnEvents.modelTableRefused({ reason }),
  })
  const usage = parts.use(
    await openHubUsage(settings, events, { store, accessChanges, hub, clock, modelTables }),
  )
  await access.register(hub.slug, settings.bridge.access)
  const data = parts.use(await openData(settings, { store, bus, notifications }, { secrets, clock, log }))

  const opened = parts.move()
  return {
    settings,
    data,
    permissions,
    reports,
    telemetry,
    usage,
    modelTables,
    hub,
    chatapp,
    secrets,
    registration,
    clock,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

function readSettings({ environment, hubFolder }: RoleContext): BridgeSettings {
  const shared = readSharedConfig(environment, hubFolder)
  return {
    environment,
    hubFolder,
    shared,
    own: ownAddressOf(shared),
    bridge: readBridgeConfig(environment),
    agent: readAgentConfig(environment),
    budgets: readBudgetConfig(environment, hubFolder),
    telemetry: readTelemetryConfig(environment),
  }
}

function createReports({ shared }: Pick<BridgeSettings, 'shared'>): Reports {
  const log = createLog('bridge', shared.logLevel)
  return { log, events: bridgeEvents(log), turnEvents: agentEvents(log), metrics: createBridgeMetrics() }
}

const openTracing = (
  { telemetry: config }: Pick<BridgeSettings, 'telemetry'>,
  { log, metrics }: Reports,
  { store, hub, clock }: Pick<Ground, 'hub' | 'clock'> & { store: Store },
): Telemetry =>
  openTelemetry({
    config,
    version: packageVersion(),
    clock,
    log,
    service: 'bridge',
    hub: hub.slug,
    store: async () => store,
    followsCaller: true,
    onSpan: metrics.spanEnded,
    onSpanStart: metrics.spanStarted,
    onDropped: metrics.spansDropped,
  })

function openPermissions(
  { instance }: SharedConfig,
  {
    store,
    bus,
    chatapp,
    clock,
    hub,
  }: Pick<BridgeData, 'store' | 'bus'> & Pick<Ground, 'chatapp' | 'clock' | 'hub'>,
): Permissions & AsyncDisposable {
  const accessChanges = createAccessChanges(store)
  const accessNotifications = createAccessNotifications(bus)
  const access = createAccess({
    store,
    changes: accessChanges,
    clock,
    onChanged: accessNotifications.notify,
    async isChatAdministrator(email) {
      const found = await chatapp.accounts.findByEmail(email)
      return found.ok && found.value?.role === 'admin'
    },
    // Open WebUI may have many administrators. Only the owner of the Hub's key may become the first organization
    // administrator.
    async mayBootstrap(email) {
      if (chatapp.kind === 'builtin') return true
      const owner = await chatapp.whoAmI()
      return owner.ok && owner.value.email === email.trim().toLowerCase()
    },
  })
  const parts = new AsyncDisposableStack()
  return {
    access,
    accessNotifications,
    accessChanges,
    receipts: parts.use(createReceipts({ store, accessChanges, hub: hub.slug, instance, clock })),
    decisions: parts.use(createToolDecisions(store)),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

async function openHubUsage(
  { shared, budgets, agent }: Pick<BridgeSettings, 'shared' | 'budgets' | 'agent'>,
  events: Reports['events'],
  {
    hub,
    modelTables,
    ...records
  }: Pick<Ground, 'hub' | 'clock' | 'modelTables'> & Pick<Permissions, 'accessChanges'> & { store: Store },
): Promise<OpenUsage> {
  await using parts = new AsyncDisposableStack()
  const usage = parts.use(
    await openUsage({
      ...records,
      folder: shared.dataFolder,
      instance: shared.instance.id,
      pricesFile: budgets.pricesFile,
      upperUsd: budgets.upperUsd,
      currentTable: modelTables.current,
      onFailure: events.usageFailed,
      onUnreadable: (path) => events.usageUnreadable({ path }),
      onCrossing: events.budgetCrossed,
    }),
  )
  const unpriced = unpricedModel(budgets, usage.prices, agent, hub.agent().model)
  if (unpriced) throw new BadConfiguration([unpriced])
  await usage.budgets.setEnvironmentBudgets(hub.slug, budgets.budgets)
  parts.move()
  return usage
}

async function openData(
  { environment, shared, bridge }: Pick<BridgeSettings, 'environment' | 'shared' | 'bridge'>,
  kept: Pick<BridgeData, 'store' | 'bus' | 'notifications'>,
  { secrets, clock, log }: Pick<Ground, 'secrets' | 'clock'> & Pick<Reports, 'log'>,
): Promise<BridgeData & AsyncDisposable> {
  const { store, notifications } = kept
  const links = {
    hubPath: shared.hubPath,
    secret: chatLinkSecretOf(secrets, shared),
    ttlSeconds: bridge.linkTtlSeconds,
  }
  await using parts = new AsyncDisposableStack()
  const { chats, memory } = parts.use(await openAgentState(shared, { store, clock, log, links }))
  if (shared.inbox === 'store')
    await moveFolderIn(environment, shared, { store, clock, events: inboundEvents(log) })
  const inboxes = await inboxesOf(shared, { store, clock, notifications })
  const opened = parts.move()
  return { ...kept, chats, memory, inboxes, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
