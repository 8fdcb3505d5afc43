import type { Agent as TypedAgent, Dispatcher } from 'undici'
// The package has types for its index only, and the index brings fetch, caches and mocks: 12 MB.
// @ts-expect-error
import untypedRequest from 'undici/lib/api/api-request.js'
// @ts-expect-error
import UntypedAgent from 'undici/lib/dispatcher/agent.js'
import { Receiver, type ServerResponse } from './answer.ts'

/** Connections to any origin. */
export interface HttpConnections {
  /** Sends a request. Redirects are not followed. @throws undici's error. */
  send(
    url: URL,
    options: Omit<Dispatcher.RequestOptions, 'origin' | 'path'>,
  ): Promise<Dispatcher.ResponseData>
  /** The same for answers that are many and short: without a stream for each. */
  ask(
    url: URL,
    options: Omit<Dispatcher.DispatchOptions, 'origin' | 'path'> & { signal: AbortSignal },
  ): Promise<ServerResponse>
  /** End them and what is under way on them. */
  destroy(): Promise<void>
}

const Agent: typeof TypedAgent = UntypedAgent

export function connect(options: TypedAgent.Options): HttpConnections {
  const agent = new Agent(options)
  return {
    send: ({ origin, pathname, search }, request) =>
      untypedRequest.call(agent, { ...request, origin, path: pathname + search }),
    ask({ origin, pathname, search }, { signal, ...request }) {
      const receiver = new Receiver(signal)
      agent.dispatch({ ...request, origin, path: pathname + search }, receiver)
      return receiver.answer
    },
    destroy: () => agent.destroy(),
  }
}
