import type { TracePayload } from './otlp/payload.ts'
import type { Telemetry } from './telemetry.ts'

export interface TraceIntake {
  /** Forwards and stores a normalized request. False if the forwarder's queue is full. */
  take(payload: TracePayload): boolean
  /** Called for an unexpected error. */
  onFailure(error: unknown): void
}

/** Accepts traces from programs on this machine; null when that is disabled. */
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
