import type { AgentDeps } from './agent.ts'
import { prepareCall, runPrepared, type CallOutcome } from './call.ts'
import { denyRestricted } from './tool.ts'
import { createToolboxes } from './toolbox.ts'
import type { Turn } from './turn.ts'

/**
 * Call one tool by its name without a model, such as a step of a workflow does. It is decided on and recorded like a call
 * of the agent's. A tool that asks a person first is refused: nobody would be there to wait for the answer.
 */
export type DirectCall = (
  call: { tool: string; input: unknown },
  turn: Omit<Turn, 'messages'>,
  signal: AbortSignal,
) => Promise<CallOutcome>

export function createDirectCalls(deps: AgentDeps): DirectCall {
  const toolboxes = createToolboxes(deps.hub, deps.tools, deps.sources)
  return async ({ tool: name, input }, turn, signal) => {
    const { caller, extraTools: extra } = turn
    await Promise.all((deps.sources ?? []).map((source) => source.ready({ caller, allowed: [name] })))
    const toolbox = toolboxes.toolboxFor({ surface: caller.surface, allowed: [name], extra })
    const calling = { ...deps, toolbox, mayUse: deps.mayUse ?? denyRestricted }
    if (toolbox.get(name)?.confirm)
      return {
        text: `${name} runs only after a person’s confirmation, so nothing can wait for it here.`,
        failed: true,
      }
    const prepared = prepareCall(calling, { id: '', name, input: JSON.stringify(input) })
    return runPrepared(calling, { ...turn, messages: [] }, prepared, signal)
  }
}
