import { sha256 } from '#ground/base/ids.ts'
import type { AgentDeps } from './agent.ts'
import { runCall, type ToolCallOutcome } from './call.ts'
import { denyRestricted, type Tool } from '#core/agent/tools/tool.ts'
import { createToolboxes } from '#core/agent/tools/toolbox.ts'
import type { AgentTurn } from './turn.ts'

export interface ConfirmedCall {
  tool: string
  input: unknown
  definition: string
}

/**
 * `stale`: the tool was removed or changed after the confirmation was requested. `tool`: the changed tool, if it still
 * accepts the input.
 */
export type ConfirmedOutcome = ToolCallOutcome | { stale: string; tool: Tool | null }

export type RunConfirmedCall = (
  call: ConfirmedCall,
  turn: Omit<AgentTurn, 'messages'>,
  signal: AbortSignal,
) => Promise<ConfirmedOutcome>

export const definitionOf = ({ description, inputSchema, restricted, confirm }: Tool): string =>
  sha256(JSON.stringify([description, inputSchema, restricted, confirm]))

export function createConfirmedCalls(deps: AgentDeps): RunConfirmedCall {
  const toolboxes = createToolboxes(deps.hub, deps.tools, deps.sources)
  return async ({ tool: name, input: inputValue, definition }, turn, signal) => {
    await Promise.all((deps.sources ?? []).map((source) => source.ready()))
    const toolbox = toolboxes.toolboxFor({ surface: turn.caller.surface, added: [name] })
    const tool = toolbox.get(name)
    if (!tool) return { stale: `The agent has no tool ${name} any more. Nothing was done.`, tool: null }
    if (definitionOf(tool) !== definition)
      return {
        stale: `The tool ${name} was changed since this was proposed. Nothing was done; propose it again.`,
        tool: tool.confirm && tool.parse(inputValue).ok ? tool : null,
      }
    const calling = { ...deps, toolbox, mayUse: deps.mayUse ?? denyRestricted }
    return runCall(calling, { ...turn, messages: [] }, { name, inputValue }, signal, { isConfirmed: true })
  }
}
