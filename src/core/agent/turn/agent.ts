import type { Hub, HubProblem } from '#ground/hub/hub.ts'
import { BUILT_IN_TABLE } from '#ground/model-table/table.ts'
import { capabilitiesOf, type Capability } from '#core/agent/tools/capabilities.ts'
import { createClientCalls } from './client-tools.ts'
import type { UnhealthyModel } from '#core/agent/model/fallback/health.ts'
import type { RefusedTool } from '#core/agent/model/provider.ts'
import { createAttachedTexts } from './attachments/attached-texts.ts'
import { createContexts } from './context/contexts.ts'
import { textTokens, toolTokens } from './context/estimate.ts'
import type { LanguageModel } from '#core/agent/model/model.ts'
import { createDelegates, DELEGATES, MAX_DEPTH } from './delegates/delegates.ts'
import { createLoopGuard } from './loop-guard.ts'
import { createPromptPrefixes } from './prompt-prefixes.ts'
import { runTurn, type RunTurnDeps } from './run-turn.ts'
import {
  denyRestricted,
  type MaySee,
  type MayUse,
  type Tool,
  type ToolSource,
} from '#core/agent/tools/tool.ts'
import type { ToolMention } from '#core/agent/tools/tool-names.ts'
import { listedSkills, withStartedSkill } from './started-skill.ts'
import { factsOf, systemPrompt } from './system-prompt.ts'
import { tracedTurn } from './tracing.ts'
import { createToolboxes, shownTo } from '#core/agent/tools/toolbox.ts'
import type { Agent, AgentTurn } from './turn.ts'
import type { TurnNesting } from './turn-tool.ts'

export interface AgentLimits {
  toolTimeoutMs: number
  parallelTools?: number
  /** Maximum turns per minute that have the same caller and prompt and may call tools; 0: no limit. */
  sameTurnsPerMinute?: number
}

export interface AgentDeps extends Pick<
  RunTurnDeps,
  | 'models'
  | 'recordUsage'
  | 'openSpending'
  | 'environment'
  | 'clock'
  | 'events'
  | 'proposeCall'
  | 'recall'
  | 'timeZone'
  | 'timeZoneOf'
  | 'connections'
  | 'assertions'
  | 'tracing'
  | 'questions'
  | 'recordQuestion'
  | 'keepTurn'
> {
  hub: Pick<Hub, 'folder' | 'slug' | 'agent' | 'toolModules'> &
    Partial<Pick<Hub, 'subAgents' | 'version' | 'skills'>>
  tools: readonly Tool[]
  sources?: readonly ToolSource[]
  /** Null or absent: the known context window of each model applies. */
  contextTokens?: number | null
  /** Default: the model table of this release. */
  contextTokensOf?: ((model: string) => number | null) | undefined
  /** Null if the server reports no context window. */
  readServerWindow?: ((model: Pick<LanguageModel, 'id'>) => Promise<number | null>) | undefined
  /** Default: refuses all calls of restricted tools. */
  mayUse?: MayUse
  maySee?: MaySee
  limits: AgentLimits
}

export interface OpenAgent extends Agent {
  problems(): readonly HubProblem[]
  toolProblems(mentions: readonly ToolMention[]): HubProblem[]
  capabilities(): Capability[]
  /** Tokens of the instructions and tools; null if unknown, as for an agent in a separate process. */
  neededTokens(): number | null
}

/** Turns may run concurrently, because the agent keeps no state of a turn. */
export function createAgent(deps: AgentDeps): OpenAgent {
  const sources = deps.sources ?? []
  const delegates = createDelegates({
    subAgents: deps.hub.subAgents ?? (() => NONE),
    run: (turn, nesting, signal) => running(turn, signal, nesting),
  })
  const toolboxes = createToolboxes(deps.hub, deps.tools, [delegates, ...sources])
  const maySee = deps.maySee ?? (async () => true)
  const guard = createLoopGuard({ clock: deps.clock, perMinute: deps.limits.sameTurnsPerMinute ?? 0 })
  const complete = {
    ...deps,
    contexts: createContexts({
      configured: deps.contextTokens ?? null,
      contextTokensOf: deps.contextTokensOf ?? BUILT_IN_TABLE.contextTokensOf,
      readServerWindow: deps.readServerWindow,
      clock: deps.clock,
      events: deps.events,
    }),
    clientCalls: createClientCalls(),
    promptPrefixes: createPromptPrefixes(),
    attachedTexts: createAttachedTexts(),
    limits: { parallelTools: 8, ...deps.limits },
    mayUse: deps.mayUse ?? denyRestricted,
  }

  async function* running(turn: AgentTurn, signal: AbortSignal, nesting?: TurnNesting) {
    const wanted = { caller: turn.caller, allowed: turn.overrides?.tools ?? deps.hub.agent().tools }
    if (sources.length > 0) await Promise.all(sources.map((source) => source.ready(wanted)))
    // The whole turn uses the current agent file and tools, even if the folder changes meanwhile.
    const agent = deps.hub.agent()
    const version = deps.hub.version?.() ?? null
    const all = toolboxes.toolboxFor({
      surface: turn.caller.surface,
      allowed: turn.overrides?.tools,
      added: turn.addedTools,
      extra: turn.extraTools,
      without: nesting && nesting.depth >= MAX_DEPTH ? DELEGATES : undefined,
    })
    const skills = deps.hub.skills?.() ?? NONE
    const hub = { folder: deps.hub.folder, slug: deps.hub.slug, agent: () => agent, skills: () => skills }
    const shown = await shownTo(turn.caller, all, maySee, turn.continuesLater && !nesting)
    const { turn: started, toolbox } = await withStartedSkill(turn, { hub, toolbox: shown, signal })
    const { recall } = complete
    const around = {
      ...complete,
      hub,
      toolbox,
      ...(nesting ? { nesting, recall: undefined } : { recall }),
    }
    const name = turn.overrides?.name ?? agent.name
    yield* tracedTurn(deps.tracing, { name, version }, started, (traced) => runTurn(around, traced, signal))
  }

  return {
    runTurn: (turn, signal) => guard.watch(turn, running(turn, signal)),
    problems: () => [
      ...toolboxes.problems(),
      ...deps.models.refusedTools().map(refusedToolProblem),
      ...deps.models.health.unhealthy().filter(needsPerson).map(unhealthyModelProblem),
    ],
    toolProblems: (mentions) => toolboxes.problemsOf(mentions),
    capabilities: () => {
      const awaited = sources.flatMap((source) => source.awaited?.() ?? [])
      return capabilitiesOf([...toolboxes.tools(), ...awaited], deps.environment)
    },
    neededTokens() {
      const day = { now: deps.clock.now(), timeZone: deps.timeZone ?? 'UTC' }
      const toolbox = toolboxes.toolboxFor({ surface: 'chatapp' })
      const facts = factsOf(day, [], [], listedSkills(deps.hub, toolbox))
      return textTokens(systemPrompt(deps.hub.agent(), facts)) + toolTokens(toolbox.specs)
    },
  }
}

const refusedToolProblem = ({ model, tool, reason }: RefusedTool): HubProblem => ({
  file: 'agent.md',
  line: null,
  column: null,
  message: `the tool “${tool}” is left out: “${model}” can’t take its schema. ${reason}`,
})

/** A problem may notify managers, which one short outage should not. */
const MIN_TEMPORARY_FAILURES = 3

const needsPerson = ({ reason, failures }: UnhealthyModel): boolean =>
  reason !== 'temporary' || failures >= MIN_TEMPORARY_FAILURES

const unhealthyModelProblem = ({ model, reason, code, status, retryAt }: UnhealthyModel): HubProblem => ({
  file: 'agent.md',
  line: null,
  column: null,
  message: `the model “${model}” fails (${status ?? code}${FAULTS[reason]}), so other models of its list answer first; next attempt after ${new Date(retryAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
})

const FAULTS = {
  temporary: '',
  quota: ': no credit is left',
  setup: ': check its key, name and address',
} as const satisfies Record<UnhealthyModel['reason'], string>

const NONE: readonly never[] = []
