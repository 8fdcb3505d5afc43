import type { AgentDeps } from '#core/agent/turn/agent.ts'
import type { ProcessEvents } from './log-events.ts'
import type { PermissionKind } from './settings/permission-kinds.ts'
import type { AgentPool } from './pool.ts'
import type { ServeDeps } from './serve-turn.ts'
import type { AgentWorker } from './worker.ts'
import type { AgentFolders } from './workspace.ts'

export interface ProcessSettings {
  /** Program and arguments, started without a shell. */
  command: readonly [program: string, ...args: string[]]
  /** Variables of the Hub that the process gets, beside harmless ones of the system. */
  passOn: readonly string[]
  /** Kinds of work the agent may do with its own tools for everybody. */
  allow: readonly PermissionKind[]
  /** Processes at once. */
  most: number
  idleMs: number
  /** Milliseconds a turn waits for a process to get free. */
  waitMs: number
}

/** Dependencies of one turn. */
export interface ProcessTurnDeps
  extends ServeDeps, Pick<AgentDeps, 'recordUsage' | 'openSpending' | 'recall' | 'timeZone' | 'timeZoneOf'> {
  hub: AgentDeps['hub']
  pool: AgentPool<AgentWorker, AgentFolders>
  command: ProcessSettings['command']
  /** `process/<program>`, as the usage ledger takes it. */
  modelId: string
  /** Whether another agent's turn is above. */
  isNested: boolean
  events: AgentDeps['events']
  processEvents: ProcessEvents
}
