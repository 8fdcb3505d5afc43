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
  passOn: readonly string[]
  /** Kinds of work that the agent's own tools may do regardless of the caller. */
  allow: readonly PermissionKind[]
  maxWorkers: number
  idleMs: number
  /** Maximum wait of a turn for a free process, in milliseconds. */
  waitMs: number
}

export interface ProcessTurnDeps
  extends ServeDeps, Pick<AgentDeps, 'recordUsage' | 'openSpending' | 'recall' | 'timeZone' | 'timeZoneOf'> {
  hub: AgentDeps['hub']
  pool: AgentPool<AgentWorker, AgentFolders>
  command: ProcessSettings['command']
  modelId: string
  isNested: boolean
  events: AgentDeps['events']
  processEvents: ProcessEvents
}
