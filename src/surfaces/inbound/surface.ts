import type { IncomingMessage, ServerResponse } from 'node:http'

/** One endpoint below `/webhooks/<hub>/`. */
export interface Surface {
  /** Last part of its path. */
  readonly name: string
  /** Answer a request of any method: who sent it comes before what was sent. A throw is logged and answered with 500. */
  handle(request: IncomingMessage, response: ServerResponse, query: URLSearchParams): Promise<void>
}
