import type { Environment } from '#ground/base/environment.ts'
import type { RoleName } from './role.ts'

export interface StartReport {
  /** Address on which each role listens; null without a port. */
  urls: Partial<Record<RoleName, string | null>>
  /** Warnings for people, such as unknown variables. */
  warnings: string[]
  endpoints: string[]
}

export interface StartFailure {
  /**
   * `fault`: an error in our own code. People can fix errors with the other reasons, such as wrong settings or a full
   * disk.
   */
  reason: 'configuration' | 'port_taken' | 'not_a_hub' | 'outside' | 'fault'
  message: string
}

export type HostMessage = ({ type: 'ready' } & StartReport) | ({ type: 'failed' } & StartFailure)

/**
 * The supervisor's order to a child process that was replaced. The child process must end without failing a request.
 */
export interface HostOrder {
  type: 'retire'
}

/** Orders to a worker process with several Hubs. `folder` identifies a Hub. */
export type WorkerOrder =
  | { type: 'serve'; folder: string; roles: readonly RoleName[]; environment: Environment }
  | { type: 'release'; folder: string }
  /** The worker responds `pong` at once. If `isScarce`, memory is short: it measures Hubs' memory more closely. */
  | { type: 'ping'; isScarce: boolean }

export type WorkerMessage =
  /** The worker accepts orders. */
  | { type: 'ready' }
  | ({ type: 'served'; folder: string } & StartReport)
  | ({ type: 'refused'; folder: string } & StartFailure)
  | { type: 'released'; folder: string }
  /** `retainedBytes`: bytes that code of each Hub retains. */
  | { type: 'pong'; retainedBytes: [folder: string, bytes: number][] }
  /** Output of a Hub's log or of its code. */
  | { type: 'output'; folder: string; chunk: string }
  /** Sent before code of this Hub begins to run, and after its last code has ended. */
  | { type: 'code'; folder: string; isRunning: boolean }
