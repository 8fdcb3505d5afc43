import { join } from 'node:path'
import { createAgent } from '#agent/agent.ts'
import { agentEvents } from '#agent/events.ts'
import { createModels } from '#agent/model/choose.ts'
import type { Message } from '#agent/model/model.ts'
import { builtInTools } from '#agent/tools/built-in.ts'
import type { TurnEvent } from '#agent/turn.ts'
import { systemClock, type Clock } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import { silentLog } from '#base/log.ts'
import { chatFilesFor } from '#bridge/completions/chat-files.ts'
import { openChats } from '#chats/folder.ts'
import { explicitChat } from '#chats/scope.ts'
import type { HubProblem } from '#hub/hub.ts'
import { openHub } from '#hub/open.ts'
import type { Caller } from '#identity/caller.ts'
import { openStore } from '#store/store.ts'
import { createUsageLedger } from '#usage/ledger.ts'
import { readAgentConfig } from './config/agent.ts'
import { readBridgeConfig } from './config/bridge.ts'
import { readSharedConfig } from './config/shared.ts'
import type { RoleContext } from './role.ts'
import { openSecrets } from './secrets.ts'

/** Nobody signed in: whoever may read the Hub's folder may talk to its agent. */
const CALLER: Caller = { email: null, surface: 'terminal', groups: [] }

/** A Hub's agent without any server, for one conversation. */
export interface TerminalAgent extends AsyncDisposable {
  readonly name: string
  readonly suggestions: readonly string[]
  problems(): readonly HubProblem[]
  /** Answer a conversation. @throws ModelFailure */
  ask(messages: readonly Message[], signal: AbortSignal): AsyncIterable<TurnEvent>
}

/** Open a Hub's agent in this process. Its files are saved in a chat of its own, its usage is recorded as any other. */
export async function openTerminalAgent(
  { environment, hubFolder }: RoleContext,
  clock: Clock = systemClock,
): Promise<TerminalAgent> {
  const shared = readSharedConfig(environment, hubFolder)
  const config = readBridgeConfig(environment)
  const agentConfig = readAgentConfig(environment)

  await using parts = new AsyncDisposableStack()
  const secrets = await openSecrets(shared.dataFolder)
  const store = parts.use(await openStore(shared.store))
  const usage = parts.use(createUsageLedger({ store, newId }))
  const hub = parts.use(await openHub(hubFolder, { slug: shared.hubSlug }))
  const chats = await openChats({
    folder: join(hubFolder, '.chats'),
    links: { secret: secrets.linkSecret, ttlSeconds: config.linkTtlSeconds },
    clock,
  })
  const agent = createAgent({
    hub,
    models: createModels(agentConfig, { clock }),
    tools: builtInTools,
    recordUsage: (turn) => usage.record(turn),
    environment,
    clock,
    limits: { toolTimeoutMs: agentConfig.toolTimeoutMs },
    events: agentEvents(silentLog()),
  })
  const chat = await chats.open(explicitChat(`terminal-${newId()}`), CALLER)
  const files = chatFilesFor(chat, CALLER.surface, shared.publicUrl)
  const opened = parts.move()
  return {
    name: hub.agent().name,
    suggestions: hub.agent().suggestions,
    problems: () => [...hub.problems(), ...agent.problems()],
    ask: (messages, signal) => agent.runTurn({ chatId: chat.id, caller: CALLER, files, messages }, signal),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
