import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ActiveSpan, Tracer } from '#ground/base/trace/tracer.ts'
import type { UpstreamName } from './log-events.ts'

/** A request that is over, as metrics count it. */
export interface EndedRequest {
  /** `none` when the edge answered itself. */
  upstream: UpstreamName | 'none'
  /** Null when it broke off before an answer began. */
  status: number | null
  ms: number
}

/** Who is told of requests. Neither may throw. */
export interface Observer {
  requestStarted(): void
  requestEnded(request: EndedRequest): void
}

/** Follows one request from its head to the end of its answer. */
export function observe(
  response: ServerResponse,
  { observer, now }: { observer: Observer; now(): number },
): { to(upstream: UpstreamName): void } {
  const startedAt = now()
  let upstream: EndedRequest['upstream'] = 'none'
  observer.requestStarted()
  response.once('close', () => {
    const status = response.headersSent ? response.statusCode : null
    observer.requestEnded({ upstream, status, ms: now() - startedAt })
  })
  return { to: (name) => void (upstream = name) }
}

/**
 * Begin the trace of a request that makes an agent work; null for all others, which are too many to be worth it. A
 * delivery under `/webhooks` makes nobody work yet: the run that handles it has a trace of its own.
 */
export function traceRequest(
  tracer: Tracer,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): ActiveSpan | null {
  const route = request.method === 'POST' ? WORK.find((pattern) => pattern.test(path)) : undefined
  if (!route) return null
  const span = tracer.start(`POST ${path}`, {
    kind: 'server',
    parent: textOf(request.headers['traceparent']),
    attributes: { 'http.request.method': 'POST', 'http.route': path },
  })
  response.once('close', () => {
    if (response.headersSent) span.set({ 'http.response.status_code': response.statusCode })
    if (!response.writableFinished) span.fail('broken_off')
    else if (response.statusCode >= 500) span.fail(String(response.statusCode))
    span.end()
  })
  return span
}

const WORK: readonly RegExp[] = [
  /^\/api(\/v1)?\/chat\/completions$/,
  /^\/openai\/(chat\/completions|responses)$/,
  /^\/mcp$/,
]

const textOf = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : undefined
