import { ourTool, type Described } from './our-tools.ts'

/**
 * Identifies calls of the service's own tools. The service trusts the agent's description of a call until an allowed
 * call ends without having arrived at the service.
 */
export interface OurCalls {
  /** Call it when a tool call arrives at the service. */
  recordArrival(tool: string): void
  /**
   * Returns the tool of the service that a call claims to use; `name` is null if unknown. Returns null for other
   * calls, and for all calls once an allowed call has ended without arriving.
   */
  claimedTool(call: Described): { name: string | null } | null
  /** Records that a call for which `claimedTool` is not null was allowed. */
  allow(callId: string): void
  /** Call it at the end of a call for which `claimedTool` is not null. @returns Whether it arrived at the service. */
  recordEnd(callId: string, tool: string | null, isDone: boolean): boolean
}

/** @param onImitated Called if an allowed call never arrived at the service. */
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
