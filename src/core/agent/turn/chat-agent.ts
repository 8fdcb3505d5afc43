import type { Agent } from './turn.ts'

/** An agent for chat that reports whether it is answering right now. */
export interface ChatAgent<A extends Agent> {
  readonly agent: A
  isAnswering(): boolean
}

/** Distinguishes turns of chat from those of runs: only the former make a task wait. */
export function chatAgent<A extends Agent>(agent: A): ChatAgent<A> {
  let turns = 0
  async function* counted(...request: Parameters<Agent['runTurn']>) {
    turns++
    try {
      yield* agent.runTurn(...request)
    } finally {
      turns--
    }
  }
  return { agent: { ...agent, runTurn: counted }, isAnswering: () => turns > 0 }
}
