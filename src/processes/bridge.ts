import { join } from 'node:path'
import { createAccess } from '#access/access.ts'
import { createAgent } from '#agent/agent.ts'
import { agentEvents } from '#agent/events.ts'
import { createModels } from '#agent/model/choose.ts'
import { restrictedTools } from '#agent/restricted.ts'
import { builtInTools } from '#agent/tools/built-in.ts'
import { createAccessChanges } from '#audit/access-changes.ts'
import { createToolDecisions } from '#audit/tool-decisions.ts'
import { epochSeconds, systemClock, type Clock } from '#base/clock.ts'
import { closeGracefully, listen } from '#base/http-server.ts'
import { newId } from '#base/ids.ts'
import { createLog } from '#base/log.ts'
import { createAdmission } from '#bridge/admission.ts'
import { bridgeEvents } from '#bridge/events.ts'
import { createBridge } from '#bridge/server.ts'
import { changeLinks } from '#changes/link.ts'
import { managementTools } from '#changes/tools.ts'
import { openChats } from '#chats/folder.ts'
import { openHub } from '#hub/open.ts'
import { openStore } from '#store/store.ts'
import { createUsageLedger } from '#usage/ledger.ts'
import { readAgentConfig } from './config/agent.ts'
import { openChatappClient } from './chatapp-client.ts'
import { PUBLIC_BRIDGE_KEY, readBridgeConfig } from './config/bridge.ts'
import { readSharedConfig } from './config/shared.ts'
import type { RoleContext, RunningRole } from './role.ts'
import { openConsole } from './console.ts'
import { openSecrets } from './secrets.ts'

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
  const log = createLog('bridge', shared.logLevel)
  const events = bridgeEvents(log)
  const turnEvents = agentEvents(log)

  await using parts = new AsyncDisposableStack()
  const secrets = await openSecrets(shared.dataFolder)
  const store = parts.use(await openStore(shared.store))
  const usage = parts.use(createUsageLedger({ store, newId, onFailure: events.usageFailed }))
  const hub = parts.use(await openHub(hubFolder, { slug: shared.hubSlug, log: events.hubProblem }))
  const accessChanges = createAccessChanges(store)
  const access = createAccess({ store, changes: accessChanges, clock })
  await access.register(hub.slug, config.access)
  const decisions = parts.use(createToolDecisions(store))
  const chats = await openChats({
    folder: join(hubFolder, '.chats'),
    links: { secret: secrets.linkSecret, ttlSeconds: config.linkTtlSeconds },
    clock,
  })
  const chatapp = parts.use(openChatappClient({ environment, hubFolder }, { secrets, clock }))
  const { mount, hubCards, changes } = parts.use(
    openConsole({
      store,
      clock,
      log,
      access,
      accessChanges,
      toolDecisions: decisions,
      chatapp,
      publicUrl: shared.publicUrl,
    }),
  )
  const agent = createAgent({
    hub,
    models: createModels(agentConfig, { clock, events: turnEvents }),
    tools: [
      ...builtInTools,
      ...managementTools({ hub: hub.slug, changes, access, linkTo: changeLinks(shared.publicUrl) }),
    ],
    recordUsage: (turn) => usage.record(turn),
    ...restrictedTools({ access, decisions, hub: hub.slug, clock }),
    environment,
    clock,
    limits: { toolTimeoutMs: agentConfig.toolTimeoutMs },
    events: turnEvents,
  })
  const announce = () => {
    const { name, description } = hub.agent()
    const card = { slug: hub.slug, name, description, capabilities: agent.capabilities() }
    return hubCards.announce(card).catch(events.hubCardFailed)
  }
  await announce()
  parts.defer(hub.onChange(announce))
  const bridge = createBridge({
    mounts: [mount],
    hub,
    agent,
    chats,
    admission: createAdmission({
      access,
      hubSlug: hub.slug,
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
    keys: { accepted: [secrets.bridgeKey, ...config.keys], publicKey: PUBLIC_BRIDGE_KEY },
    events,
  })
  await bridge.ready()
  parts.defer(async () => {
    await closeGracefully(bridge.server, DRAIN_MS)
    await bridge.close()
  })
  const url = await listen(bridge.server, { ...shared.addresses.bridge, variable: 'BRIDGE_PORT' })
  events.listening({ url, hub: hub.slug })
  const running = parts.move()
  return { url, [Symbol.asyncDispose]: () => running.disposeAsync() }
}
