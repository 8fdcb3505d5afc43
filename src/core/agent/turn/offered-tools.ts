import type { ToolSpec } from '#core/agent/model/model.ts'
import { narrowedTo, type Toolbox } from '#core/agent/tools/toolbox.ts'
import { ToolNameTaken, UnknownToolAllowed, UnknownToolForced } from './client-tools.ts'
import type { AgentTurn } from './turn.ts'

export interface TurnTools {
  toolbox: Toolbox
  clientTools: readonly ToolSpec[]
}

/** @throws ToolNameTaken, UnknownToolAllowed, UnknownToolForced */
export function offeredTools(
  toolbox: Toolbox,
  {
    clientTools = [],
    allowedTools,
    toolChoice,
  }: Pick<AgentTurn, 'clientTools' | 'allowedTools' | 'toolChoice'>,
): TurnTools {
  const conflict = clientTools.findIndex(({ name }) => toolbox.get(name) !== undefined)
  if (conflict !== -1) throw new ToolNameTaken(clientTools[conflict]!.name, conflict)
  const known = new Set([...toolbox.names, ...clientTools.map(({ name }) => name)])
  if (typeof toolChoice === 'object' && !known.has(toolChoice.name))
    throw new UnknownToolForced(toolChoice.name)
  if (!allowedTools) return { toolbox, clientTools }
  const unknown = allowedTools.findIndex((name) => !known.has(name))
  if (unknown !== -1) throw new UnknownToolAllowed(allowedTools[unknown]!, unknown)
  const allowed = new Set(allowedTools)
  return {
    toolbox: narrowedTo(toolbox, allowed),
    clientTools: clientTools.filter(({ name }) => allowed.has(name)),
  }
}
