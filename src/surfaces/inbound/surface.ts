import type { IncomingMessage, ServerResponse } from 'node:http'

export interface InboundSurface {
  readonly name: string
  handle(request: IncomingMessage, response: ServerResponse, query: URLSearchParams): Promise<void>
}
