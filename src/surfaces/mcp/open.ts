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
import { mcpEvents } from './log-events.ts'
import { createCredentialAttempts } from './attempts.ts'
import { createCancellations, type ShareCancellations } from './cancellations.ts'
import { createMcpGate, IDENTITY_TTL_MS } from './gate.ts'
import { createMcp } from './mcp.ts'
import { createIdentifySignedIn } from './oauth/identify.ts'
import type { OwnArtifacts } from './resources.ts'
import type { OpenMcpSignIn } from './oauth/open.ts'

export interface McpDeps {
  hub: Hub
  agent: AgentDeps
  access: Access
  chats: CallerChats
  /** The files of a chat as tools see them. */
  filesOf(chat: CallerChat, caller: Caller): ChatFiles
  chatapp: ChatappClient
  own: OwnAddress
  /** Of this release. */
  version: string
  requestsPerMinute: number
  store: Pick<Store, 'db' | 'kind'>
  bridgeKeys: readonly string[]
  connections: Pick<ConnectedPrograms, 'note'>
  artifacts: OwnArtifacts
  /** True if an account is in the group that group-based Hubs require; null when they require none. */
  isMember: ((accountId: string) => Promise<boolean>) | null
  signIn: OpenMcpSignIn | null
  receipts: Pick<Receipts, 'stopped'>
  /** Whether the machine takes nothing new. */
  isDraining(): Promise<boolean>
  shareCancellations: ShareCancellations | null
  clock: Clock
  log: Log
}

/** The Hub's MCP server over the parts that a bridge has opened. */
export function openMcp({ hub, agent, access, chatapp, clock, ...rest }: McpDeps) {
  const events = mcpEvents(rest.log)
  const perMinute = rest.requestsPerMinute
  const bridgeDigests = new Set(rest.bridgeKeys.map((key) => sha256(key)))
  const { isMember, signIn, version } = rest
  const goodForMs = IDENTITY_TTL_MS
  const byKey = createIdentify({ whoIs: chatapp.whoIs, clock, goodForMs })
  const gate = {
    identify: byKey,
    isBridgeKey: (digest: string) => bridgeDigests.has(digest),
    access,
    hub: hub.slug,
    isMember,
    attempts: createCredentialAttempts({ clock }),
    failedAttempts: createFailedAttempts({ store: rest.store, clock }),
    requests: createRateLimit({ burst: perMinute, perSecond: perMinute / 60, clock }),
    clock,
    onUnchecked: events.unchecked,
  }
  /** Takes keys, and access tokens that were issued for one of the two addresses. */
  const gateFor = ({ signIns, addresses }: OpenMcpSignIn, resource: 'resource' | 'keyResource') =>
    createMcpGate({
      ...gate,
      attempts: createCredentialAttempts({ clock }), // a token that is wrong at one address is right at the other
      identify: createIdentifySignedIn({
        signIns,
        accountOf: chatapp.accounts.get,
        otherwise: byKey,
        resource: addresses.at(undefined)[resource],
        clock,
        goodForMs,
      }),
    })
  return createMcp({
    hub,
    agent,
    clock,
    events,
    identity: () => ({ name: hub.slug, title: hub.agent().name, version }),
    artifacts: rest.artifacts,
    filesOf: createScopes(rest),
    connected: ({ email, key }, program) =>
      rest.connections.note({ hub: hub.slug, email, keyName: key?.name ?? '', client: program }),
    own: rest.own,
    receipts: rest.receipts,
    isDraining: rest.isDraining,
    cancellations: createCancellations({ clock, share: rest.shareCancellations }),
    keys: signIn
      ? { gate: gateFor(signIn, 'keyResource'), signInFor: (headers) => signIn.hintForKeys(headers) }
      : { gate: createMcpGate(gate), signInFor: () => null },
    signIn: signIn && {
      gate: gateFor(signIn, 'resource'),
      signInFor: (headers) => signIn.hint(headers),
      routes: signIn.routes,
    },
  })
}

/** Maximum number of people with a cached scope. */
const REMEMBERED = 1000

/** Each person's calls share one scope, so that a file one call saves is there for the next. */
function createScopes({ chats, filesOf }: Pick<McpDeps, 'chats' | 'filesOf'>) {
  const scopes = new BoundedMap<string, Promise<{ chatId: string; files: ChatFiles }>>(REMEMBERED)
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
