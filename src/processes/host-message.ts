import type { Environment } from '#ground/base/environment.ts'
import type { RoleName } from './role.ts'

/** Result of starting roles. */
export interface StartReport {
  /** Address each role listens on. */
  urls: Partial<Record<RoleName, string | null>>
  /** Things a person should know though nothing is refused for them, such as unknown variables. */
  warnings: string[]
  /** Names of the webhook endpoints that are served. */
  endpoints: string[]
}

/** Why roles did not start. */
export interface StartFailure {
  /** Wrong settings, a taken port, a broken agent file, a full disk: for a person to mend. Else it is a fault. */
  reason: 'configuration' | 'port_taken' | 'not_a_hub' | 'outside' | 'fault'
  /** One line for each thing that is wrong. */
  message: string
}

/** Messages of a child process to its supervisor. */
export type HostMessage = ({ type: 'ready' } & StartReport) | ({ type: 'failed' } & StartFailure)

/**
 * Message of a supervisor to a child process: another process has taken its place, and it must end without a
 * failed request.
 */
export interface HostOrder {
  type: 'retire'
}

/** Orders to a process with several Hubs. A Hub is named by its folder. */
export type WorkerOrder =
  | { type: 'serve'; folder: string; roles: readonly RoleName[]; environment: Environment }
  | { type: 'release'; folder: string }
  /** To be answered at once, by who still answers anything. While its memory is scarce it looks closely who keeps what. */
  | { type: 'ping'; isScarce: boolean }

/** Messages of such a process. */
export type WorkerMessage =
  /** It takes orders. */
  | { type: 'ready' }
  | ({ type: 'served'; folder: string } & StartReport)
  | ({ type: 'refused'; folder: string } & StartFailure)
  | { type: 'released'; folder: string }
  /** With the bytes that code of Hubs keeps, by folder. */
  | { type: 'pong'; kept: [folder: string, bytes: number][] }
  /** Output of this Hub: lines of its log, or of its code. */
  | { type: 'output'; folder: string; chunk: string }
  /** Code of this Hub's own begins to run, sent before it does; or the last of it has ended. */
  | { type: 'code'; folder: string; isRunning: boolean }
