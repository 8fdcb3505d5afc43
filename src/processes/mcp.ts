import type { Access } from '#core/access/access.ts'
import type { AgentDeps } from '#core/agent/turn/agent.ts'
import type { ChatFiles } from '#core/agent/turn/turn.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Log } from '#ground/base/log.ts'
import { sha256 } from '#ground/base/ids.ts'
import type { OwnAddress } from '#ground/base/network/own-address.ts'
import { createRateLimit } from '#ground/base/rate-limit.ts'
import { chatFilesFor } from '#surfaces/bridge/completions/chat-files.ts'
import type { Chats } from '#core/chats/folder.ts'
import type { Hub } from '#ground/hub/hub.ts'
import type { Caller } from '#ground/identity/caller.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import { createIdentify } from '#ground/identity/session.ts'
import type { Connections } from '#surfaces/mcp/connections/connections.ts'
import { mcpEvents } from '#surfaces/mcp/events.ts'
import { createAttempts } from '#surfaces/mcp/attempts.ts'
import { createGate, IDENTITY_GOOD_FOR_MS } from '#surfaces/mcp/gate.ts'
import { createMcp, type SignInDoor } from '#surfaces/mcp/mcp.ts'
import { createIdentifySignedIn } from '#surfaces/mcp/oauth/identify.ts'
import type { OwnArtifacts } from '#surfaces/mcp/resources.ts'
import type { BridgeConfig } from './config/bridge.ts'
import type { SharedConfig } from './config/shared.ts'
import type { OpenMcpSignIn } from './mcp-sign-in.ts'
import { packageVersion } from './package-version.ts'

export interface McpParts {
  hub: Hub
  agent: AgentDeps
  access: Access
  chats: Chats
  chatapp: ChatappClient
  shared: Pick<SharedConfig, 'publicUrl'>
  own: OwnAddress
  config: Pick<BridgeConfig, 'mcpRequestsPerMinute'>
  bridgeKeys: readonly string[]
  connections: Pick<Connections, 'note'>
  artifacts: OwnArtifacts
  /** As `openMembership` gives it. */
  isMember: ((accountId: string) => Promise<boolean>) | null
  signIn: OpenMcpSignIn | null
  clock: Clock
  log: Log
}

/** The Hub's MCP server over the parts that a bridge has opened. */
export function openMcp({ hub, agent, access, chats, chatapp, shared, config, clock, ...rest }: McpParts) {
  const events = mcpEvents(rest.log)
  const { mcpRequestsPerMinute: perMinute } = config
  const version = packageVersion()
  const bridgeDigests = new Set(rest.bridgeKeys.map((key) => sha256(key)))
  const { isMember, signIn } = rest
  const goodForMs = IDENTITY_GOOD_FOR_MS
  const byKey = createIdentify({ whoIs: chatapp.whoIs, clock, goodForMs })
  const gate = {
    identify: byKey,
    isBridgeKey: (key: string) => bridgeDigests.has(sha256(key)),
    access,
    hub: hub.slug,
    isMember,
    attempts: createAttempts({ clock }),
    requests: createRateLimit({ burst: perMinute, perSecond: perMinute / 60, clock }),
    clock,
    onUnchecked: events.unchecked,
  }
  const signedIn = (open: OpenMcpSignIn): SignInDoor => ({
    gate: createGate({
      ...gate,
      attempts: createAttempts({ clock }), // a token that is wrong at one address is right at the other
      identify: createIdentifySignedIn({
        signIns: open.signIns,
        accountOf: chatapp.accounts.get,
        otherwise: byKey,
        resource: open.addresses.resource,
        clock,
        goodForMs,
      }),
    }),
    metadataUrl: open.metadataUrl,
    routes: open.routes,
  })
  return createMcp({
    hub,
    agent,
    clock,
    events,
    identity: () => ({ name: hub.slug, title: hub.agent().name, version }),
    artifacts: rest.artifacts,
    filesOf: createScopes(chats, shared.publicUrl),
    connected: ({ email, key }, program) =>
      rest.connections.note({ hub: hub.slug, email, keyName: key?.name ?? '', client: program }),
    own: rest.own,
    gate: createGate(gate),
    signIn: signIn && signedIn(signIn),
  })
}

/** People whose scope is kept at hand. */
const REMEMBERED = 1000

/** Each person's calls share one scope, so that a file one call saves is there for the next. */
function createScopes(chats: Chats, publicUrl: string) {
  const scopes = new Map<string, Promise<{ chatId: string; files: ChatFiles }>>()
  const open = async (caller: Caller) => {
    const chat = await chats.open({ kind: 'derived', id: 'mcp' }, caller)
    return { chatId: chat.id, files: chatFilesFor(chat, caller.surface, publicUrl) }
  }
  return (caller: Caller) => {
    const who = caller.email ?? ''
    const known = scopes.get(who)
    if (known) return known
    const opened = open(caller)
    scopes.set(who, opened)
    opened.catch(() => scopes.delete(who))
    if (scopes.size > REMEMBERED) scopes.delete(scopes.keys().next().value!)
    return opened
  }
}
