import type { Agent } from './turn.ts'

export interface ChatAgent<A extends Agent> {
  readonly agent: A
  isAnswering(): boolean
}

/** Counts only turns of chats, because tasks wait until these turns have ended. */
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
