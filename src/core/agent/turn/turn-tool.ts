import type { ToolEvent } from '#ground/turn/schema.ts'
import type { Tool, ToolContext } from '#core/agent/tools/tool.ts'
import type { AgentTurn } from './turn.ts'

export interface TurnTool extends Tool {
  runInTurn(input: unknown, context: ToolContext, inside: InsideTurn): Promise<unknown>
}

export const isTurnTool = (tool: Tool): tool is TurnTool => 'runInTurn' in tool

export interface TurnNesting {
  /** Model calls left for the outermost turn and all its sub-agents. */
  readonly budget: { left: number }
  /** Number of agents that delegated to this agent, directly or through others. 0 for the main agent. */
  readonly depth: number
}

export interface InsideTurn extends TurnNesting {
  readonly turn: AgentTurn
  emit(event: ToolEvent): void
}
