import type { IncomingMessage, ServerResponse } from 'node:http'

/** One endpoint below `/webhooks/<hub>/`. */
export interface InboundSurface {
  /** Last part of its path. */
  readonly name: string
  /**
   * Handles a request of any method: its sender is checked before its content. An error is logged and
   * answered with 500.
   */
  handle(request: IncomingMessage, response: ServerResponse, query: URLSearchParams): Promise<void>
}
