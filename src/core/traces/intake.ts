import type { TracePayload } from './otlp/payload.ts'
import type { Telemetry } from './telemetry.ts'

/** Takes traces from outside. */
export interface TraceIntake {
  /** Forward and keep a normalised request. False when there was no room to forward it. */
  take(payload: TracePayload): boolean
  /** Something went wrong on our side. */
  onFailure(error: unknown): void
}

/** Handler of traces from programs on this machine; null when they may not send any. */
export function openTraceIntake({
  isOn,
  telemetry: { forwarder, ledger, events },
}: {
  isOn: boolean
  telemetry: Pick<Telemetry, 'forwarder' | 'ledger' | 'events'>
}): TraceIntake | null {
  if (!isOn || !forwarder) return null
  return {
    take(payload) {
      for (const span of payload.spans) ledger?.record(span)
      return forwarder.offer(payload)
    },
    onFailure: (error) => events.intakeFailed({ error }),
  }
}
