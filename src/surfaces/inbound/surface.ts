import type { IncomingMessage, ServerResponse } from 'node:http'

export interface InboundSurface {
  readonly name: string
  /** At the address of the surface with `/test` appended; absent if there is none. */
  readonly test?: InboundSurface
  handle(request: IncomingMessage, response: ServerResponse, query: URLSearchParams): Promise<void>
}
