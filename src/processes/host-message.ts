import type { Environment } from '#ground/base/environment.ts'
import type { RoleName } from './role.ts'

export interface StartReport {
  /** Address on which each role listens; null without a port. */
  urls: Partial<Record<RoleName, string | null>>
  warnings: string[]
  endpoints: string[]
}

export interface StartFailure {
  /** `fault`: an error in our own code. People can fix errors with the other reasons. */
  reason: 'configuration' | 'port_taken' | 'not_a_hub' | 'outside' | 'fault'
  message: string
}

export type HostMessage = ({ type: 'ready' } & StartReport) | ({ type: 'failed' } & StartFailure)

/** The child process was replaced. It must end without failing a request. */
export interface HostOrder {
  type: 'retire'
}

export type WorkerOrder =
  | { type: 'serve'; folder: string; roles: readonly RoleName[]; environment: Environment }
  | { type: 'release'; folder: string }
  | { type: 'ping'; isScarce: boolean }

export type WorkerMessage =
  | { type: 'ready' }
  | ({ type: 'served'; folder: string } & StartReport)
  | ({ type: 'refused'; folder: string } & StartFailure)
  | { type: 'released'; folder: string }
  | { type: 'pong'; retainedBytes: [folder: string, bytes: number][] }
  | { type: 'output'; folder: string; chunk: string }
  /** Sent before code of this Hub begins to run, and after its last code has ended. */
  | { type: 'code'; folder: string; isRunning: boolean }
