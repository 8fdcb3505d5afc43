import type { Hub, HubProblem } from '#hub/hub.ts'
import { capabilitiesOf, type Capability } from './capabilities.ts'
import { runTurn, type TurnDeps } from './run-turn.ts'
import { denyRestricted, type MaySee, type MayUse, type Tool } from './tool.ts'
import { createToolboxes, shownTo } from './toolbox.ts'
import type { Agent } from './turn.ts'

/** Milliseconds a tool call may take, and how many of one answer run at once. */
export interface AgentLimits {
  toolTimeoutMs: number
  parallelTools?: number
}

export interface AgentDeps extends Pick<
  TurnDeps,
  'models' | 'recordUsage' | 'environment' | 'clock' | 'events'
> {
  hub: Pick<Hub, 'folder' | 'slug' | 'agent' | 'toolModules'>
  /** Tools of the service, beside those in the Hub's folder. */
  tools: readonly Tool[]
  /** Decides on restricted tools; default nobody may use them. */
  mayUse?: MayUse
  /** Decides which restricted tools the model is told of; default all. */
  maySee?: MaySee
  limits: AgentLimits
}

/** An agent, and what its Hub's folder makes of it right now. */
export interface OpenAgent extends Agent {
  /** Tools of the folder that can't be used. */
  problems(): readonly HubProblem[]
  /** What can be granted because its restricted tools name it. */
  capabilities(): Capability[]
}

/** An agent over one Hub folder. Turns may run at the same time; it holds no state of theirs. */
export function createAgent(deps: AgentDeps): OpenAgent {
  const toolboxes = createToolboxes(deps.hub, deps.tools)
  const complete = { parallelTools: 8, ...deps.limits }
  const running = { ...deps, limits: complete, mayUse: deps.mayUse ?? denyRestricted }
  return {
    async *runTurn(turn, signal) {
      const all = toolboxes.toolboxFor(turn.caller.surface)
      const toolbox = deps.maySee ? await shownTo(turn.caller, all, deps.maySee) : all
      yield* runTurn({ ...running, toolbox }, turn, signal)
    },
    problems: () => toolboxes.problems(),
    capabilities: () => capabilitiesOf(toolboxes.tools(), deps.environment),
  }
}
