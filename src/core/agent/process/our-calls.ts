import { ourTool, type Described } from './our-tools.ts'

/** Which of an agent's calls are of our tools. What it says of them is believed until one turns out not to have come. */
export interface OurCalls {
  /** A call of a tool came to us. */
  came(tool: string): void
  /** The tool that a call seems to be of; its name may not be told. Null for none of ours. */
  seems(call: Described): { name: string | null } | null
  /** Let a call pass as one of ours. */
  pass(callId: string): void
  /** A call that seemed to be of this tool has ended. @returns Whether it came to us. */
  ended(callId: string, tool: string | null, isDone: boolean): boolean
}

/** @param onImitated Told of a call that was let through as one of ours and was none. */
export function createOurCalls(tools: readonly string[], onImitated: () => void): OurCalls {
  const waiting = new Map<string, number>() // calls that came and whose end the agent hasn't told yet
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
