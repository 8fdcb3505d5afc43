import { ourTool, type Described } from './our-tools.ts'

/**
 * An agent may falsely claim that a call uses a tool of the service. After the first false claim, all later claims of
 * the same turn are ignored.
 */
export interface OurCalls {
  recordArrival(tool: string): void
  /**
   * Null if the call does not claim to use a tool of the service, or if claims are ignored. `name` is null if the
   * call names only the service's MCP server, not the tool.
   */
  claimedTool(call: Described): { name: string | null } | null
  allow(callId: string): void
  /** @returns Whether the call arrived at the service. */
  recordEnd(callId: string, tool: string | null, isDone: boolean): boolean
}

export function createOurCalls(tools: readonly string[], onImitated: () => void): OurCalls {
  const arrived = new Map<string, number>()
  const allowed = new Set<string>()
  let isBelieved = true
  return {
    recordArrival: (tool) => void arrived.set(tool, (arrived.get(tool) ?? 0) + 1),
    claimedTool: (call) => (isBelieved ? ourTool(call, tools) : null),
    allow: (callId) => void allowed.add(callId),
    recordEnd(callId, tool, isDone) {
      const count = tool === null ? 0 : (arrived.get(tool) ?? 0)
      if (count > 0) arrived.set(tool!, count - 1)
      const isImitated = count === 0 && isDone && allowed.has(callId)
      if (isImitated && isBelieved) {
        isBelieved = false
        onImitated()
      }
      return count > 0
    },
  }
}
