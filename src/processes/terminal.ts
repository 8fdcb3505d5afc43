import { createAccess } from '#core/access/access.ts'
import { USE_HUB } from '#core/access/permission.ts'
import type { AgentDeps } from '#core/agent/turn/agent.ts'
import { agentEvents } from '#core/agent/log-events.ts'
import type { AgentMemory } from '#core/agent/memory/memory.ts'
import { createRecall } from '#core/agent/memory/recall.ts'
import { createModelChooser } from '#core/agent/model/choose.ts'
import type { TurnMessage } from '#core/agent/model/model.ts'
import { restrictedTools } from '#core/agent/tools/restricted.ts'
import type { Tool } from '#core/agent/tools/tool.ts'
import { createSkillSource } from '#core/agent/tools/skills/source.ts'
import { rememberTool } from '#core/agent/tools/remember/remember.ts'
import { createAccessChanges } from '#core/audit/access-changes.ts'
import { createToolDecisions } from '#core/audit/tool-decisions.ts'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import { silentLog } from '#ground/base/log.ts'
import { chatFilesFor } from '#surfaces/bridge/completions/chat-files.ts'
import { changeLinks } from '#features/changes/link.ts'
import { createCallProposals } from '#features/changes/propose-call.ts'
import { explicitChat } from '#core/chats/scope.ts'
import type { HubProblem } from '#ground/hub/hub.ts'
import { openModelTables } from '#ground/model-table/installed.ts'
import { openHub } from '#ground/hub/open.ts'
import { createTimeZones } from '#ground/identity/account-settings.ts'
import { normalEmail, type Caller } from '#ground/identity/caller.ts'
import type { Store } from '#ground/store/store.ts'
import type { TurnEvent } from '#ground/turn/schema.ts'
import { openAgent } from './agent.ts'
import { configuredTools } from './built-in-tools.ts'
import { openAgentState } from './agent-state.ts'
import { readAgentConfig } from './config/agent.ts'
import { readBridgeConfig } from './config/bridge.ts'
import { readBudgetConfig } from './config/budgets.ts'
import { readSharedConfig } from './config/shared.ts'
import type { RoleContext } from './role.ts'
import { openMcpServers } from './mcp-servers.ts'
import { createServerWindows } from './model-window.ts'
import { chatLinkSecretOf, openSecrets } from './secrets.ts'
import { openUsage, spendingOn } from '#core/usage/open.ts'
import { openKnownStore } from '#ground/store/known-store.ts'

export class TerminalNotAdmitted extends Error {
  constructor(email: string, hub: string, reason: string) {
    super(`${email} may not use ${hub} (${reason}); grant access with \`hub access grant\``)
    this.name = 'NotAdmitted'
  }
}

export interface TerminalAgent extends AsyncDisposable {
  readonly name: string
  readonly suggestions: readonly string[]
  problems(): readonly HubProblem[]
  ask(messages: readonly TurnMessage[], signal: AbortSignal): AsyncIterable<TurnEvent>
}

/**
 * Anyone who can read the Hub's folder may use the agent without an account, but not its restricted tools. If the
 * agent acts as a named person, it has that person's access and memory, and the audit names the person.
 * @throws TerminalNotAdmitted if the person may not use the Hub.
 */
export async function openTerminalAgent(
  { environment, hubFolder }: RoleContext,
  as: string | null = null,
  clock: Clock = systemClock,
): Promise<TerminalAgent> {
  const shared = readSharedConfig(environment, hubFolder)
  const config = readBridgeConfig(environment)
  const agentConfig = readAgentConfig(environment)
  const budgetConfig = readBudgetConfig(environment, hubFolder)

  await using parts = new AsyncDisposableStack()
  const secrets = await openSecrets(shared)
  const store = parts.use(await openKnownStore(shared))
  const hub = parts.use(await openHub(hubFolder, { slug: shared.hubSlug }))
  const modelTables = await openModelTables(shared.dataFolder, { clock, onProblem() {} })
  const usage = parts.use(
    await openUsage({
      store,
      folder: shared.dataFolder,
      clock,
      accessChanges: createAccessChanges(store),
      instance: null,
      pricesFile: budgetConfig.pricesFile,
      upperUsd: budgetConfig.upperUsd,
      currentTable: modelTables.current,
    }),
  )
  const { chats, memory } = parts.use(
    await openAgentState(shared, {
      store,
      clock,
      log: silentLog(),
      links: {
        hubPath: shared.hubPath,
        secret: chatLinkSecretOf(secrets, shared),
        ttlSeconds: config.linkTtlSeconds,
      },
    }),
  )
  const caller: Caller = { email: as === null ? null : normalEmail(as), surface: 'terminal', groups: [] }
  const builtIn = configuredTools(environment, { clock, hubFolder, toolTimeoutMs: agentConfig.toolTimeoutMs })
  const inName = { builtIn, store, hub: hub.slug, clock, publicUrl: shared.publicUrl, memory }
  const mcpServers = parts.use(
    await openMcpServers(hub, { environment, connections: null, clock, log: silentLog() }),
  )
  const agentDeps: AgentDeps = {
    hub,
    sources: [createSkillSource(hub), mcpServers],
    models: createModelChooser(agentConfig, { clock }),
    contextTokens: agentConfig.contextTokens,
    contextTokensOf: (model) => modelTables.current().contextTokensOf(model),
    readServerWindow: createServerWindows(agentConfig),
    timeZone: agentConfig.timeZone,
    timeZoneOf: createTimeZones(store),
    ...(caller.email === null ? { tools: builtIn } : await callerFor(parts, caller, inName)),
    recordUsage: (turn) => usage.ledger.record(turn),
    openSpending: spendingOn(usage.budgets, hub.slug),
    environment,
    clock,
    limits: { toolTimeoutMs: agentConfig.toolTimeoutMs },
    events: agentEvents(silentLog()),
  }
  const agent = parts.use(await openAgent(agentDeps, { config: agentConfig, log: silentLog() }))
  const chat = await chats.open(explicitChat(`terminal-${newId()}`), caller)
  const files = chatFilesFor(chat, caller.surface, shared.publicUrl)
  const opened = parts.move()
  return {
    name: hub.agent().name,
    suggestions: hub.agent().suggestions,
    problems: () => [...hub.problems(), ...agent.problems()],
    ask: (messages, signal) => agent.runTurn({ chatId: chat.id, caller, files, messages }, signal),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

interface InName {
  builtIn: readonly Tool[]
  store: Store
  hub: string
  clock: Clock
  publicUrl: string
  memory: AgentMemory
}

async function callerFor(
  parts: AsyncDisposableStack,
  caller: Caller,
  { builtIn, store, hub, clock, publicUrl, memory }: InName,
): Promise<Pick<AgentDeps, 'tools' | 'mayUse' | 'maySee' | 'recall' | 'proposeCall'>> {
  const access = createAccess({ store, changes: createAccessChanges(store), clock })
  const decision = await access.decide(caller, hub, USE_HUB)
  if (!decision.allowed) throw new TerminalNotAdmitted(caller.email!, hub, decision.reason)
  const decisions = parts.use(createToolDecisions(store))
  return {
    tools: [...builtIn, rememberTool(memory)],
    ...restrictedTools({ access, decisions, hub, clock }),
    recall: createRecall(memory),
    proposeCall: createCallProposals({ store, clock, newId, access, hub, linkTo: changeLinks(publicUrl) }),
  }
}
