import type { RequestHead } from './request-head.ts'
import type { RequestBody } from './request-body.ts'

export interface ClientRequest extends RequestHead {
  /** Null if the end of the body is ambiguous. */
  readonly body: RequestBody | null
  readonly expectsContinue: boolean
  /** Other upgrades (`h2c`) are treated as plain requests. */
  readonly isWebsocketUpgrade: boolean
  readonly remoteAddress: string | undefined
}
