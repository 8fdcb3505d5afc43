import type {
  Agent as TypedAgent,
  buildConnector as typedConnector,
  Dispatcher,
  Pool as TypedPool,
} from 'undici'
// The package has types for its index only, and the index brings fetch, caches and mocks: 12 MB.
// @ts-expect-error
import untypedRequest from 'undici/lib/api/api-request.js'
// @ts-expect-error
import untypedConnector from 'undici/lib/core/connect.js'
// @ts-expect-error
import UntypedAgent from 'undici/lib/dispatcher/agent.js'
// @ts-expect-error
import UntypedPool from 'undici/lib/dispatcher/pool.js'

/** Connections to one origin. */
export const Pool: typeof TypedPool = UntypedPool
export type Pool = TypedPool

/** Connections to any origin. */
export const Agent: typeof TypedAgent = UntypedAgent
export type Agent = TypedAgent

/** How connections are opened. */
export const buildConnector: typeof typedConnector = untypedConnector
export type Connector = typedConnector.connector

/** Send a request over an agent's connections. Redirects are not followed. @throws what undici says of a failure. */
export const send = (
  agent: Agent,
  { origin, pathname, search }: URL,
  options: Omit<Dispatcher.RequestOptions, 'origin' | 'path'>,
): Promise<Dispatcher.ResponseData> =>
  untypedRequest.call(agent, { ...options, origin, path: pathname + search })
