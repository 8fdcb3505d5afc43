import type { AgentDeps } from './agent.ts'
import { refused } from '#ground/base/result.ts'
import { runCall, type ToolCallOutcome } from './call.ts'
import { denyRestricted, type ProposeCall } from '#core/agent/tools/tool.ts'
import { createToolboxes } from '#core/agent/tools/toolbox.ts'
import type { AgentTurn } from './turn.ts'

/** Calls one tool without a model, as a workflow step does. Tools that require confirmation are refused. */
export type DirectCall = (
  call: { tool: string; input: unknown },
  turn: Omit<AgentTurn, 'messages'>,
  signal: AbortSignal,
) => Promise<ToolCallOutcome>

export function createDirectCalls(deps: AgentDeps): DirectCall {
  const toolboxes = createToolboxes(deps.hub, deps.tools, deps.sources)
  const proposeCall: ProposeCall = async ({ tool }) =>
    refused(`${tool.name} runs only after a person’s confirmation, which is not possible for this call.`)
  return async ({ tool: name, input: inputValue }, turn, signal) => {
    const { caller, extraTools: extra } = turn
    await Promise.all((deps.sources ?? []).map((source) => source.ready({ caller, allowed: [name] })))
    const toolbox = toolboxes.toolboxFor({ surface: caller.surface, allowed: [name], added: [name], extra })
    const calling = { ...deps, toolbox, proposeCall, mayUse: deps.mayUse ?? denyRestricted }
    return runCall(calling, { ...turn, messages: [] }, { name, inputValue }, signal)
  }
}
