import type { IncomingMessage, ServerResponse } from 'node:http'

/** One endpoint below `/webhooks/<hub>/`. */
export interface Surface {
  /** Last part of its path. */
  readonly name: string
  readonly methods: readonly string[]
  /** Answer a request whose method is one of those. A throw is logged and answered with 500. */
  handle(request: IncomingMessage, response: ServerResponse, query: URLSearchParams): Promise<void>
}
