import type { RequestHead } from './request-head.ts'
import type { RequestBody } from './request-body.ts'

/** A request as a client sent it. Its rules are not checked yet. */
export interface ClientRequest extends RequestHead {
  /** Null when the end of its body could be read in two ways. */
  readonly body: RequestBody | null
  /** The client waits for a word before it sends the body. */
  readonly asksFirst: boolean
  /** It requests a websocket. Other upgrades (`h2c`) are treated as plain requests. */
  readonly asksForWebsocket: boolean
  /** Of the connection. */
  readonly remoteAddress: string | undefined
}
