import type { Clock } from '../clock.ts'
import { formatTraceparent, isSampled, parseTraceparent, type TraceContext } from './context.ts'
import type { SpanKind, SpanSink, SpanValue } from './span.ts'

/** Attribute with the published version of the Hub at the turn's start; left out without one. */
export const HUB_VERSION = 'svc.hub.version'

/** Work that is going on. */
export interface ActiveSpan {
  readonly traceId: string
  /** Header for requests that are part of it. */
  readonly traceparent: string
  /** Later values replace earlier ones; undefined and null are left out. */
  set(attributes: SpanAttributes): void
  /** Mark it as failed. The first type counts. @param type A short, stable word such as `timeout`. */
  fail(type: string): void
  /** Milliseconds since it started. */
  elapsedMs(): number
  /** Only the first call counts. */
  end(): void
}

export type SpanAttributes = Readonly<Record<string, SpanValue | null | undefined>>

export interface SpanStart {
  kind?: SpanKind
  /** `traceparent` of the work it is a part of; without one a new trace begins. */
  parent?: string | null | undefined
  attributes?: SpanAttributes
}

export interface Tracer {
  start(name: string, options?: SpanStart): ActiveSpan
}

export interface TracerDeps {
  clock: Pick<Clock, 'now'>
  newId(): string
  /** Names the part of the system in its spans. */
  service: string
  sink: SpanSink
  /** Share of traces to record, 0 to 1. */
  sample: number
  /** Whether the caller's decision to record counts. For calls of strangers, it does not. */
  followsCaller: boolean
}

/** Makes spans and gives them to `sink` when they end. */
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
          const place = { traceId, spanId, parentSpanId: above?.spanId ?? null }
          const times = { startMs, endMs: clock.now() }
          sink.ended({ ...place, name, kind, ...times, failed, service, attributes: known }, sampled)
        },
      }
    },
  }

  function contextBelow(above: TraceContext | null, { sample, followsCaller }: TracerDeps): TraceContext {
    const id = newId().replaceAll('-', '')
    const traceId = above?.traceId ?? id
    const spanId = id.slice(16) // random; the first span of a trace shares it with the trace, which saves making another
    const sampled = above && followsCaller ? above.sampled : isSampled(traceId, sample)
    return { traceId, spanId, sampled }
  }
}

/** For parts that run without traces: hands the caller's context on and records nothing. */
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
