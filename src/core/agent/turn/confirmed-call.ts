import { sha256 } from '#ground/base/ids.ts'
import type { AgentDeps } from './agent.ts'
import { runCall, type ToolCallOutcome } from './call.ts'
import { denyRestricted, type Tool } from '#core/agent/tools/tool.ts'
import { createToolboxes } from '#core/agent/tools/toolbox.ts'
import type { AgentTurn } from './turn.ts'

/** A call that its person has confirmed. */
export interface ConfirmedCall {
  tool: string
  /** JSON, as it was proposed. */
  input: unknown
  /** Value of `definitionOf` for the tool when it was proposed. */
  definition: string
}

/** `stale`: the tool was removed or changed, so the confirmed call can't be run. */
export type ConfirmedOutcome = ToolCallOutcome | { stale: string }

/** Runs calls outside of turns: in the caller's name, decided and recorded like any other. */
export type RunConfirmedCall = (
  call: ConfirmedCall,
  turn: Omit<AgentTurn, 'messages'>,
  signal: AbortSignal,
) => Promise<ConfirmedOutcome>

/** The parts of a tool that a confirming person relies on. */
export const definitionOf = ({ description, inputSchema, restricted, confirm }: Tool): string =>
  sha256(JSON.stringify([description, inputSchema, restricted, confirm]))

export function createConfirmedCalls(deps: AgentDeps): RunConfirmedCall {
  const toolboxes = createToolboxes(deps.hub, deps.tools, deps.sources)
  return async ({ tool: name, input: given, definition }, turn, signal) => {
    await Promise.all((deps.sources ?? []).map((source) => source.ready()))
    const toolbox = toolboxes.toolboxFor({ surface: turn.caller.surface, added: [name] })
    const tool = toolbox.get(name)
    if (!tool) return { stale: `The agent has no tool ${name} any more. Nothing was done.` }
    if (definitionOf(tool) !== definition)
      return {
        stale: `The tool ${name} was changed since this was proposed. Nothing was done; ask for it again.`,
      }
    const calling = { ...deps, toolbox, mayUse: deps.mayUse ?? denyRestricted }
    return runCall(calling, { ...turn, messages: [] }, { name, given }, signal, { isConfirmed: true })
  }
}
