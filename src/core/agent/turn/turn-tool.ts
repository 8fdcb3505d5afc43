import type { ToolEvent } from '#ground/turn/schema.ts'
import type { Tool, ToolContext } from '#core/agent/tools/tool.ts'
import type { AgentTurn } from './turn.ts'

/** A tool that takes part in the turn it is called in. Called from elsewhere, its `run` is used. */
export interface TurnTool extends Tool {
  runInTurn(input: unknown, context: ToolContext, inside: InsideTurn): Promise<unknown>
}

export const isTurnTool = (tool: Tool): tool is TurnTool => 'runInTurn' in tool

/** Place of a turn among nested agents. */
export interface TurnNesting {
  /** Model calls left to the turn on top and to all that work for it. */
  readonly budget: { left: number }
  /** Number of agents above. */
  readonly depth: number
}

/** The turn around a running tool. */
export interface InsideTurn extends TurnNesting {
  readonly turn: AgentTurn
  /** Show activity beneath that of the call. Ids need only be unique within the call. */
  emit(event: ToolEvent): void
}
