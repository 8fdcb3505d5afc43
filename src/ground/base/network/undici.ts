import type { Agent as TypedAgent, Dispatcher } from 'undici'
// undici has types only for its index, and the index loads `fetch`, caches and mocks: 12 MB.
// @ts-expect-error
import untypedRequest from 'undici/lib/api/api-request.js'
// @ts-expect-error
import UntypedAgent from 'undici/lib/dispatcher/agent.js'
import { Receiver, type ServerResponse } from './answer.ts'

export interface HttpConnections {
  /** Does not follow redirects. @throws undici's error. */
  send(
    url: URL,
    options: Omit<Dispatcher.RequestOptions, 'origin' | 'path'>,
  ): Promise<Dispatcher.ResponseData>
  ask(
    url: URL,
    options: Omit<Dispatcher.DispatchOptions, 'origin' | 'path'> & { signal: AbortSignal },
  ): Promise<ServerResponse>
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
