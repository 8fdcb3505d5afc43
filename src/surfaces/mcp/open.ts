import type { Access } from '#core/access/access.ts'
import type { Receipts } from '#core/access/receipts.ts'
import type { AgentDeps } from '#core/agent/turn/agent.ts'
import type { ChatFiles } from '#core/agent/turn/turn.ts'
import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Log } from '#ground/base/log.ts'
import { sha256 } from '#ground/base/ids.ts'
import type { OwnAddress } from '#ground/base/network/own-address.ts'
import { createRateLimit } from '#ground/base/rate-limit.ts'
import type { CallerChat, CallerChats } from '#core/chats/chats.ts'
import type { Hub } from '#ground/hub/hub.ts'
import type { Caller } from '#ground/identity/caller.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import { createFailedAttempts } from '#ground/identity/failed-attempts.ts'
import { createIdentify } from '#ground/identity/session.ts'
import type { Store } from '#ground/store/store.ts'
import type { ConnectedPrograms } from './connections/connections.ts'
import { mcpEvents, type McpEvents } from './log-events.ts'
import { createMcpAdmission, type McpEndpoint } from './admission.ts'
import { createAnswering } from './answering.ts'
import { createCalls } from './calls.ts'
import { createExchange } from './exchange.ts'
import { createCredentialAttempts } from './attempts.ts'
import { createCancellations, type ShareCancellations } from './cancellations.ts'
import { createMcpGate, IDENTITY_TTL_MS } from './gate.ts'
import { createMcp, type SignInDoor } from './mcp.ts'
import { createIdentifySignedIn } from './oauth/identify.ts'
import { createResources, type OwnArtifacts } from './resources.ts'
import { createServer } from './server.ts'
import { createSkillResources } from './skills.ts'
import type { Mount } from '#ground/base/mount.ts'
import type { OpenMcpSignIn } from './oauth/open.ts'

export interface McpAccess {
  access: Access
  chatapp: ChatappClient
  store: Pick<Store, 'db' | 'kind'>
  bridgeKeys: readonly string[]
  requestsPerMinute: number
  isMember: ((accountId: string) => Promise<boolean>) | null
  signIn: OpenMcpSignIn | null
}

export interface McpOffer {
  agent: AgentDeps
  chats: CallerChats
  filesOf(chat: CallerChat, caller: Caller): ChatFiles
  artifacts: OwnArtifacts
}

export interface McpService {
  own: OwnAddress
  version: string
  connections: Pick<ConnectedPrograms, 'recordUse'>
  receipts: Pick<Receipts, 'stopped'>
  isDraining(): Promise<boolean>
  shareCancellations: ShareCancellations | null
  clock: Clock
  log: Log
}

export function openMcp(hub: Hub, permitted: McpAccess, offered: McpOffer, service: McpService): Mount {
  const { clock, connections, receipts, isDraining, version } = service
  const events = mcpEvents(service.log)
  const calls = createCalls({ agent: offered.agent, filesOf: createScopes(offered), events })
  const skills = createSkillResources(hub)
  const resources = createResources({ hub, artifacts: offered.artifacts, skills })
  const identity = () => ({ name: hub.slug, title: hub.agent().name, version })
  const exchange = createExchange({
    serverFor: (visit) => createServer({ hub, identity, calls, resources, skills, clock }, visit),
    onTroubled: events.troubled,
  })
  const admission = createMcpAdmission({
    own: service.own,
    connected: ({ email, key }, program) =>
      connections.recordUse({ hub: hub.slug, email, keyName: key?.name ?? '', client: program }),
    events,
  })
  const cancellations = createCancellations({ clock, share: service.shareCancellations })
  return createMcp({
    ...endpointsOf(permitted, { hub, clock, events }),
    admission,
    answerBy: createAnswering({
      calls,
      exchange,
      admission,
      identity,
      cancellations,
      receipts,
      isDraining,
      clock,
      events,
    }),
    exchange,
    cancellations,
    events,
  })
}

function endpointsOf(
  { access, chatapp, store, bridgeKeys, requestsPerMinute, isMember, signIn }: McpAccess,
  { hub, clock, events }: { hub: Pick<Hub, 'slug'>; clock: Clock; events: Pick<McpEvents, 'unchecked'> },
): { keys: McpEndpoint; signIn: SignInDoor | null } {
  const bridgeDigests = new Set(bridgeKeys.map((key) => sha256(key)))
  const byKey = createIdentify({ whoIs: chatapp.whoIs, clock, ttlMs: IDENTITY_TTL_MS })
  const gate = {
    identify: byKey,
    isBridgeKey: (digest: string) => bridgeDigests.has(digest),
    access,
    hub: hub.slug,
    isMember,
    attempts: createCredentialAttempts({ clock }),
    failedAttempts: createFailedAttempts({ store, clock }),
    requests: createRateLimit({ burst: requestsPerMinute, perSecond: requestsPerMinute / 60, clock }),
    clock,
    onUnchecked: events.unchecked,
  }
  if (!signIn) return { keys: { gate: createMcpGate(gate), signInFor: () => null }, signIn: null }
  const gateFor = (resource: 'resource' | 'keyResource') =>
    createMcpGate({
      ...gate,
      attempts: createCredentialAttempts({ clock }),
      identify: createIdentifySignedIn({
        signIns: signIn.signIns,
        accountOf: chatapp.accounts.get,
        otherwise: byKey,
        resource: signIn.addresses.forHost(undefined)[resource],
        clock,
        ttlMs: IDENTITY_TTL_MS,
      }),
    })
  return {
    keys: { gate: gateFor('keyResource'), signInFor: (headers) => signIn.hintForKeys(headers) },
    signIn: {
      gate: gateFor('resource'),
      signInFor: (headers) => signIn.hint(headers),
      routes: signIn.routes,
    },
  }
}

const MAX_CACHED_SCOPES = 1000

/** All calls of a person share one chat, so that a call can read files of earlier calls. */
function createScopes({ chats, filesOf }: Pick<McpOffer, 'chats' | 'filesOf'>) {
  const scopes = new BoundedMap<string, Promise<{ chatId: string; files: ChatFiles }>>(MAX_CACHED_SCOPES)
  const open = async (caller: Caller) => {
    const chat = await chats.open({ kind: 'derived', id: 'mcp' }, caller)
    return { chatId: chat.id, files: filesOf(chat, caller) }
  }
  return (caller: Caller) => {
    const who = caller.email ?? ''
    const known = scopes.get(who)
    if (known) return known
    const opened = open(caller)
    scopes.set(who, opened)
    opened.catch(() => scopes.delete(who))
    return opened
  }
}
