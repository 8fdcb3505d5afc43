import type { Agent as TypedAgent, Dispatcher } from 'undici'
// The package has types for its index only, and the index brings fetch, caches and mocks: 12 MB.
// @ts-expect-error
import untypedRequest from 'undici/lib/api/api-request.js'
// @ts-expect-error
import UntypedAgent from 'undici/lib/dispatcher/agent.js'

/** Connections to any origin. */
export interface Connections {
  /** Send a request. Redirects are not followed. @throws what undici says of a failure. */
  send(
    url: URL,
    options: Omit<Dispatcher.RequestOptions, 'origin' | 'path'>,
  ): Promise<Dispatcher.ResponseData>
  /** End them and what is under way on them. */
  destroy(): Promise<void>
}

const Agent: typeof TypedAgent = UntypedAgent

export function connect(options: TypedAgent.Options): Connections {
  const agent = new Agent(options)
  return {
    send: ({ origin, pathname, search }, request) =>
      untypedRequest.call(agent, { ...request, origin, path: pathname + search }),
    destroy: () => agent.destroy(),
  }
}
