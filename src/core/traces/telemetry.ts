import type { Clock } from '#ground/base/clock.ts'
import { newOrderedId } from '#ground/base/ids.ts'
import type { Log } from '#ground/base/log.ts'
import type { SpanSink } from '#ground/base/trace/span.ts'
import { createTracer, type Tracer } from '#ground/base/trace/tracer.ts'
import type { Store } from '#ground/store/store.ts'
import { createSpanExporter } from './export.ts'
import { createForwarder, type Forwarder } from './forward.ts'
import { createSpanLedger, type SpanLedger } from './ledger.ts'
import { telemetryEvents, type TelemetryEvents } from './log-events.ts'

export interface TraceSettings {
  /** Null: no export. */
  endpoint: { url: string; headers: Readonly<Record<string, string>> } | null
  /** Days until stored traces are removed; 0: no storage. */
  days: number
  /** Fraction of recorded traces, 0 to 1. */
  sample: number
}

export interface TelemetryDeps {
  config: TraceSettings
  version: string
  clock: Clock
  log: Log
  service: string
  hub: string
  store(): Promise<Pick<Store, 'transaction'>>
  /** True if the service follows the sampling decision in the `traceparent` header of a request. */
  followsCaller: boolean
  /** Called for every span, recorded or not. */
  onSpan?: SpanSink['ended']
  onSpanStart?: SpanSink['started']
  onDropped?(count: number, reason: string): void
}

export interface Telemetry extends AsyncDisposable {
  readonly tracer: Tracer
  readonly events: TelemetryEvents
  readonly ledger: SpanLedger | null
  readonly forwarder: Forwarder | null
}

/** Must be closed before the database, because closing writes the remaining spans. */
export function openTelemetry(deps: TelemetryDeps): Telemetry {
  const { config, clock, service, hub, onSpan = () => {}, onDropped = () => {} } = deps
  const events = telemetryEvents(deps.log, clock)
  const dropped = (count: number, reason: string) => {
    events.spansDropped({ count, reason })
    onDropped(count, reason)
  }
  const parts = new AsyncDisposableStack()
  const forwarder =
    config.endpoint &&
    parts.use(
      createForwarder({
        ...config.endpoint,
        clock,
        random: Math.random,
        onDropped: dropped,
        onUnreachable: (reason) => events.endpointUnreachable({ reason }),
        onReachable: () => events.endpointReachable(),
      }),
    )
  const exporter = forwarder && parts.use(createSpanExporter({ forwarder, clock, version: deps.version }))
  const ledger =
    config.days > 0
      ? parts.use(
          createSpanLedger({
            store: deps.store,
            clock,
            hub,
            onDropped: (count) => dropped(count, 'store_busy'),
            onFailure: (error) => events.spansNotWritten({ error }),
          }),
        )
      : null
  const sink: SpanSink = {
    ...(deps.onSpanStart && { started: deps.onSpanStart }),
    ended(span, sampled) {
      onSpan(span, sampled)
      if (!sampled) return
      ledger?.record(span)
      exporter?.add(span)
    },
  }
  const { sample } = config
  return {
    events,
    tracer: createTracer({
      clock,
      newId: newOrderedId,
      service,
      sink,
      sample,
      followsCaller: deps.followsCaller,
    }),
    ledger,
    forwarder,
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}
