import type { IncomingMessage, ServerResponse } from 'node:http'

export interface InboundSurface {
  readonly name: string
  /**
   * Handles a request of any method; checks its sender before its content. The caller logs an error and responds 500.
   */
  handle(request: IncomingMessage, response: ServerResponse, query: URLSearchParams): Promise<void>
}
