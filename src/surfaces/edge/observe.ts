import type { ActiveSpan, Tracer } from '#ground/base/trace/tracer.ts'
import type { EdgeReply } from './engine/reply.ts'
import type { ClientRequest } from './engine/request.ts'
import type { UpstreamName } from './log-events.ts'

export interface EndedRequest {
  /** `none` if the edge itself responded. */
  upstream: UpstreamName | 'none'
  /** Null if the connection was lost before a response began. */
  status: number | null
  ms: number
}

/** Its methods must not throw. */
export interface Observer {
  requestStarted(): void
  requestEnded(request: EndedRequest): void
}

export function observe(
  reply: EdgeReply,
  { observer, now }: { observer: Observer; now(): number },
): { to(upstream: UpstreamName): void } {
  const startedAt = now()
  let upstream: EndedRequest['upstream'] = 'none'
  observer.requestStarted()
  reply.onceFinished(() => observer.requestEnded({ upstream, status: reply.status, ms: now() - startedAt }))
  return { to: (name) => void (upstream = name) }
}

/** A webhook delivery starts no trace, because its run has its own trace. */
export function traceRequest(
  tracer: Tracer,
  request: ClientRequest,
  reply: EdgeReply,
  path: string,
): ActiveSpan | null {
  const route = request.method === 'POST' ? WORK.find((pattern) => pattern.test(path)) : undefined
  if (!route) return null
  const span = tracer.start(`POST ${path}`, {
    kind: 'server',
    parent: request.fields.value('traceparent'),
    attributes: { 'http.request.method': 'POST', 'http.route': path },
  })
  reply.onceFinished(() => {
    const { status, isWhole } = reply
    if (status !== null) span.set({ 'http.response.status_code': status })
    if (!isWhole) span.fail('broken_off')
    else if (status! >= 500) span.fail(String(status))
    span.end()
  })
  return span
}

const WORK: readonly RegExp[] = [
  /^\/api(\/v1)?\/(chat\/completions|responses)$/,
  /^\/openai\/(chat\/completions|responses)$/,
  /^\/mcp$/,
]
