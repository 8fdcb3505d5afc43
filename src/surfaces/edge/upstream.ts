import type { Dispatcher } from 'undici'
import { buildConnector, Pool, type Connector } from '#ground/base/network/undici.ts'
import type { EdgeEvents, UpstreamName } from './log-events.ts'

/** A server that requests are forwarded to, over connections that are kept and used again. */
export interface Upstream extends AsyncDisposable {
  readonly name: UpstreamName
  dispatch(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void
  /** Take nothing more, and resolve when what runs has ended. */
  close(): Promise<void>
}

export interface UpstreamLimits {
  connectMs: number
  /** Longest silence of an upstream, before its answer or within it. */
  idleMs: number
}

/** @param origin Base address, such as `http://127.0.0.1:8000`. */
export function openUpstream(
  name: UpstreamName,
  origin: string,
  { connectMs, idleMs }: UpstreamLimits,
  events: EdgeEvents,
): Upstream {
  const pool = new Pool(origin, {
    // Without a bound on connections: a stream holds one for as long as it runs.
    connections: null,
    allowH2: false,
    connect: tellResets(buildConnector({ timeout: connectMs, allowHalfOpen: true })),
    headersTimeout: idleMs,
    bodyTimeout: idleMs,
    // Ours must be the shorter patience, or we would send into a connection that the upstream just closed. Servers
    // that say theirs (`Keep-Alive: timeout=75`) are believed up to the longer value.
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 60_000,
    maxHeaderSize: 64 * 1024,
  })
  reportChanges(pool, name, events)
  let isOpen = true
  return {
    name,
    dispatch: (request, handler) => {
      if (isOpen) pool.dispatch(request, handler)
      // The pool's own word for this is also its word for requests that were cut while they ran.
      else handler.onResponseError?.(NO_CONTROLLER, Object.assign(new Error('closed'), { code: CLOSED }))
    },
    close: () => {
      isOpen = false
      return pool.close()
    },
    [Symbol.asyncDispose]: () => pool.destroy(),
  }
}

/**
 * undici takes a reset for the end of a body that only its connection ends, so that half of it would look whole. By
 * another name a reset is the failure that it is.
 */
const tellResets =
  (connect: Connector): Connector =>
  (options, callback) =>
    connect(options, (...opened) => {
      const [, socket] = opened
      socket?.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNRESET') error.code = RESET
      })
      callback(...opened)
    })

/** The upstream reset a connection that was made. */
export const RESET = 'EDGE_UPSTREAM_RESET'

/** Nothing of such a request was sent. */
export const CLOSED = 'EDGE_UPSTREAM_CLOSED'

/** What undici gives, too, where a request never began. */
const NO_CONTROLLER = null as unknown as Dispatcher.DispatchController

/** An upstream that is away gives one event, not one for every request. */
function reportChanges(pool: Pool, upstream: UpstreamName, events: EdgeEvents): void {
  let reachable = true
  pool.on('connect', () => {
    if (!reachable) events.upstreamReachable({ upstream })
    reachable = true
  })
  pool.on('connectionError', (_origin, _targets, error) => {
    if (reachable) events.upstreamUnreachable({ upstream, error: error.code ?? error.name })
    reachable = false
  })
}
