import type { Clock } from '#base/clock.ts'
import type { Environment } from '#base/environment.ts'
import type { Hub, HubProblem } from '#hub/hub.ts'
import type { AgentEvents } from './events.ts'
import type { Models } from './model/choose.ts'
import { runTurn } from './run-turn.ts'
import { denyRestricted, type MayUse, type Tool } from './tool.ts'
import { createToolboxes } from './toolbox.ts'
import type { Agent, TurnUsage } from './turn.ts'

/** Milliseconds a tool call may take, and how many of one answer run at once. */
export interface AgentLimits {
  toolTimeoutMs: number
  parallelTools?: number
}

export interface AgentDeps {
  hub: Pick<Hub, 'folder' | 'slug' | 'agent' | 'toolModules'>
  models: Models
  /** Tools of the service, beside those in the Hub's folder. */
  tools: readonly Tool[]
  /** Called once for every turn, also for failed and cancelled ones. */
  recordUsage(usage: TurnUsage): unknown
  /** Decides on restricted tools; default nobody may use them. */
  mayUse?: MayUse
  /** Where the variables that tools need come from. */
  environment: Environment
  clock: Clock
  limits: AgentLimits
  events: AgentEvents
}

/** An agent over one Hub folder. Turns may run at the same time; it holds no state of theirs. */
export function createAgent(deps: AgentDeps): Agent & { problems(): readonly HubProblem[] } {
  const toolboxes = createToolboxes(deps.hub, deps.tools)
  const complete = { parallelTools: 8, ...deps.limits }
  const running = { ...deps, limits: complete, mayUse: deps.mayUse ?? denyRestricted }
  return {
    runTurn: (turn, signal) =>
      runTurn({ ...running, toolbox: toolboxes.toolboxFor(turn.caller.surface) }, turn, signal),
    problems: () => toolboxes.problems(),
  }
}
