import { ourTool, type Described } from './our-tools.ts'

/**
 * Identifies an agent's calls of our tools. The agent's description is trusted until such a call turns out
 * not to have reached us.
 */
export interface OurCalls {
  /** A call of a tool reached us. */
  came(tool: string): void
  /** The tool that a call seems to be of; its name may be null. Null for none of ours. */
  seems(call: Described): { name: string | null } | null
  /** Let a call pass as one of ours. */
  pass(callId: string): void
  /** A call that seemed to be of this tool has ended. @returns Whether it reached us. */
  ended(callId: string, tool: string | null, isDone: boolean): boolean
}

/** @param onImitated Called for a call that was allowed as one of ours but never reached us. */
export function createOurCalls(tools: readonly string[], onImitated: () => void): OurCalls {
  const waiting = new Map<string, number>() // calls that reached us and whose end the agent hasn't reported yet
  const passed = new Set<string>()
  let isBelieved = true
  return {
    came: (tool) => void waiting.set(tool, (waiting.get(tool) ?? 0) + 1),
    seems: (call) => (isBelieved ? ourTool(call, tools) : null),
    pass: (callId) => void passed.add(callId),
    ended(callId, tool, isDone) {
      const count = tool === null ? 0 : (waiting.get(tool) ?? 0)
      if (count > 0) waiting.set(tool!, count - 1)
      const isImitated = count === 0 && isDone && passed.has(callId)
      if (isImitated && isBelieved) {
        isBelieved = false
        onImitated()
      }
      return count > 0
    },
  }
}
