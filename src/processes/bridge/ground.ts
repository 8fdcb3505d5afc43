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
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import type { Store } from '#ground/store/store.ts'
import { startRetention } from '#core/traces/retention.ts'
import { ownBuses } from '../bus.ts'
import { openChatappClient } from '../chatapp-client.ts'
import { readAgentConfig, type AgentConfig } from '../config/agent.ts'
import { readBridgeConfig, type BridgeConfig } from '../config/bridge.ts'
import { readBudgetConfig } from '../config/budgets.ts'
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
import { createBridgeRegistration, type BridgeRegistration } from '../place.ts'
import { ownStores } from '../stores.ts'
import { storeEvents } from '../store-events.ts'

/** Dependencies of all parts of a bridge. */
export interface Ground extends AsyncDisposable {
  readonly environment: NodeJS.ProcessEnv
  readonly hubFolder: string
  readonly place: BridgeRegistration
  readonly shared: SharedConfig
  readonly own: OwnAddress
  readonly config: BridgeConfig
  readonly agentConfig: AgentConfig
  readonly telemetryConfig: TelemetryConfig
  readonly clock: Clock
  readonly log: Log
  readonly events: ReturnType<typeof bridgeEvents>
  readonly turnEvents: ReturnType<typeof agentEvents>
  readonly metrics: ReturnType<typeof createBridgeMetrics>
  readonly telemetry: Telemetry
  readonly secrets: Secrets
  readonly store: Store
  readonly hub: Hub
  readonly bus: Bus
  readonly notifications: WorkNotifications
  readonly access: Access
  readonly accessNotifications: AccessNotifications
  readonly accessChanges: AccessChanges
  readonly receipts: Receipts
  readonly decisions: ToolDecisions
  readonly usage: OpenUsage
  readonly chats: CallerChats
  readonly memory: AgentMemory
  readonly inboxes: Inboxes
  readonly chatapp: ChatappClient
}

/** Configuration, store, Hub folder, access and what is counted. Close it last. */
// oxlint-disable-next-line max-lines-per-function -- one flat list, in the order in which things are opened
export async function openGround(context: RoleContext, clock: Clock): Promise<Ground> {
  const { environment, hubFolder, stores = ownStores, buses = ownBuses } = context
  const shared = readSharedConfig(environment, hubFolder)
  const config = readBridgeConfig(environment)
  const agentConfig = readAgentConfig(environment)
  const budgetConfig = readBudgetConfig(environment, hubFolder)
  const telemetryConfig = readTelemetryConfig(environment)
  const log = createLog('bridge', shared.logLevel)
  const events = bridgeEvents(log)
  const turnEvents = agentEvents(log)
  const metrics = createBridgeMetrics()
  const notNoted = (error: unknown) => events.servingNotNoted({ reason: String(error) })
  const place = context.place ?? createBridgeRegistration(notNoted)

  await using parts = new AsyncDisposableStack()
  const secrets = await openSecrets(shared)
  const store = parts.use(await stores.open(shared, storeEvents(log)))
  const bus = parts.use(await buses.open(shared, { secrets, clock, log }))
  const notifications = parts.use(openWorkNotifications({ bus, clock: systemClock, hub: shared.hubSlug }))
  refuseHalfMoved(shared)
  // A SQLite file has one instance.
  if (store.kind !== 'sqlite') {
    const { agreeOnHub } = await import('#cluster/instances/hub-agreement.ts')
    await agreeOnHub(shared, { store, clock })
  }
  const { source } = parts.use(await followHub(shared, { store, notifications, clock, log }))
  parts.use(await surviveToolFaults({ hubFolder, events: turnEvents }))
  const told = { log: events.hubProblem, news: events.folderNews }
  const hub = parts.use(await openHub(hubFolder, { slug: shared.hubSlug, ...told, source }))
  const telemetry = parts.use(
    openTelemetry({
      config: telemetryConfig,
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
    }),
  )
  const { days, mostBytes } = telemetryConfig
  const onFailure = telemetry.events.oldTracesKept
  if (days > 0) parts.use(startRetention({ store, clock, days, mostBytes, onFailure }))
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
  })
  const { machine } = shared
  const receipts = parts.use(createReceipts({ store, accessChanges, hub: hub.slug, machine, clock }))
  const usage = parts.use(
    await openUsage({
      store,
      folder: shared.dataFolder,
      clock,
      accessChanges,
      machine: machine.id,
      pricesFile: budgetConfig.pricesFile,
      upperUsd: budgetConfig.upperUsd,
      onFailure: events.usageFailed,
      onUnreadable: (path) => events.usageUnreadable({ path }),
      onCrossing: events.budgetCrossed,
    }),
  )
  const unpriced = unpricedModel(budgetConfig, usage.prices, agentConfig, hub.agent().model)
  if (unpriced) throw new BadConfiguration([unpriced])
  await usage.budgets.announce(hub.slug, budgetConfig.budgets)
  await access.register(hub.slug, config.access)
  const decisions = parts.use(createToolDecisions(store))
  const { chats, memory } = parts.use(
    await openAgentState(shared, {
      store,
      clock,
      log,
      links: {
        hubPath: shared.hubPath,
        secret: chatLinkSecretOf(secrets, shared),
        ttlSeconds: config.linkTtlSeconds,
      },
    }),
  )
  const chatapp = parts.use(openChatappClient({ environment, hubFolder }, { secrets, clock }))

  if (shared.inbox === 'store')
    await moveFolderIn(environment, shared, { store, clock, events: inboundEvents(log) })
  const inboxes = await inboxesOf(shared, { store, clock, notifications })

  const opened = parts.move()
  return {
    environment,
    hubFolder,
    place,
    shared,
    own: ownAddressOf(shared),
    config,
    agentConfig,
    telemetryConfig,
    clock,
    log,
    events,
    turnEvents,
    metrics,
    telemetry,
    secrets,
    store,
    hub,
    bus,
    notifications,
    access,
    accessNotifications,
    accessChanges,
    receipts,
    decisions,
    usage,
    chats,
    memory,
    inboxes,
    chatapp,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
