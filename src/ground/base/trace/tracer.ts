import type { Clock } from '../clock.ts'
import { formatTraceparent, isSampled, parseTraceparent, type TraceContext } from './context.ts'
import type { SpanKind, SpanSink, SpanValue } from './span.ts'

export const HUB_VERSION = 'svc.hub.version'

export interface ActiveSpan {
  readonly traceId: string
  readonly traceparent: string
  set(attributes: SpanAttributes): void
  /** @param type A short, stable name such as `timeout`. */
  fail(type: string): void
  elapsedMs(): number
  end(): void
}

export type SpanAttributes = Readonly<Record<string, SpanValue | null | undefined>>

export interface SpanStart {
  kind?: SpanKind
  /** `traceparent` of the parent; without it, a new trace begins. */
  parent?: string | null | undefined
  attributes?: SpanAttributes
}

export interface Tracer {
  start(name: string, options?: SpanStart): ActiveSpan
}

export interface TracerDeps {
  clock: Pick<Clock, 'now'>
  newId(): string
  service: string
  sink: SpanSink
  /** Share of recorded traces, 0 to 1. */
  sample: number
  /** True if the caller decides whether the trace is recorded. False for public servers. */
  followsCaller: boolean
}

export function createTracer(deps: TracerDeps): Tracer {
  const { clock, newId, service, sink } = deps
  return {
    start(name, { kind = 'internal', parent, attributes } = {}) {
      const above = parseTraceparent(parent)
      const context = contextBelow(above, deps)
      const startMs = clock.now()
      const known: Record<string, SpanValue> = {}
      let [failed, ended] = [false, false]
      const set = (more: SpanAttributes) => {
        for (const key in more) if (more[key] != null) known[key] = more[key]
      }
      if (attributes) set(attributes)
      sink.started?.(known)
      return {
        traceId: context.traceId,
        traceparent: formatTraceparent(context),
        set,
        fail(type) {
          if (!failed) known['error.type'] = type
          failed = true
        },
        elapsedMs: () => clock.now() - startMs,
        end() {
          if (ended) return
          ended = true
          const { traceId, spanId, sampled } = context
          const spanIds = { traceId, spanId, parentSpanId: above?.spanId ?? null }
          const times = { startMs, endMs: clock.now() }
          sink.ended({ ...spanIds, name, kind, ...times, failed, service, attributes: known }, sampled)
        },
      }
    },
  }

  function contextBelow(above: TraceContext | null, { sample, followsCaller }: TracerDeps): TraceContext {
    const id = newId().replaceAll('-', '')
    const traceId = above?.traceId ?? id
    const spanId = id.slice(16)
    const sampled = above && followsCaller ? above.sampled : isSampled(traceId, sample)
    return { traceId, spanId, sampled }
  }
}

/** Records nothing, but passes the caller's trace context on. */
export const NO_TRACER: Tracer = {
  start: (_name, { parent } = {}) => {
    const above = parseTraceparent(parent)
    return {
      traceId: above?.traceId ?? '',
      traceparent: above ? formatTraceparent(above) : '',
      set() {},
      fail() {},
      elapsedMs: () => 0,
      end() {},
    }
  },
}
