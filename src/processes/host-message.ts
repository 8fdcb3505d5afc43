import type { Environment } from '#ground/base/environment.ts'
import type { RoleName } from './role.ts'

/** What came of starting roles. */
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

/** What a child process tells its supervisor over their channel. */
export type HostMessage = ({ type: 'ready' } & StartReport) | ({ type: 'failed' } & StartFailure)

/** What a supervisor tells a child process: another has taken its place, and it is to end without a request failing. */
export interface HostOrder {
  type: 'retire'
}

/** What a process that holds several Hubs is told to do. A Hub is named by its folder. */
export type WorkerOrder =
  | { type: 'serve'; folder: string; roles: readonly RoleName[]; environment: Environment }
  | { type: 'release'; folder: string }
  /** To be answered at once, by who still answers anything. While its memory is scarce it looks closely who keeps what. */
  | { type: 'ping'; isScarce: boolean }

/** What such a process says. */
export type WorkerMessage =
  /** It takes orders. */
  | { type: 'ready' }
  | ({ type: 'served'; folder: string } & StartReport)
  | ({ type: 'refused'; folder: string } & StartFailure)
  | { type: 'released'; folder: string }
  /** With the bytes that code of Hubs keeps, by folder. */
  | { type: 'pong'; kept: [folder: string, bytes: number][] }
  /** What this Hub wrote: lines of its log, or what its code prints. */
  | { type: 'output'; folder: string; chunk: string }
  /** Code of this Hub's own begins to run, said before it does; or the last of it has ended. */
  | { type: 'code'; folder: string; isRunning: boolean }
