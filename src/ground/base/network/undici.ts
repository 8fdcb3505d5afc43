import type { Agent as TypedAgent, Dispatcher } from 'undici'
// The package has types for its index only, and the index brings fetch, caches and mocks: 12 MB.
// @ts-expect-error
import untypedRequest from 'undici/lib/api/api-request.js'
// @ts-expect-error
import UntypedAgent from 'undici/lib/dispatcher/agent.js'

/** Connections to any origin. */
export const Agent: typeof TypedAgent = UntypedAgent
export type Agent = TypedAgent

/** Send a request over an agent's connections. Redirects are not followed. @throws what undici says of a failure. */
export const send = (
  agent: Agent,
  { origin, pathname, search }: URL,
  options: Omit<Dispatcher.RequestOptions, 'origin' | 'path'>,
): Promise<Dispatcher.ResponseData> =>
  untypedRequest.call(agent, { ...options, origin, path: pathname + search })
