import type { TracePayload } from './otlp/payload.ts'
import type { Telemetry } from './telemetry.ts'

export interface TraceIntake {
  /** False if the forwarder's queue is full. */
  enqueue(payload: TracePayload): boolean
  onFailure(error: unknown): void
}

/** Null when programs on this machine may not send traces. */
export function openTraceIntake({
  isOn,
  telemetry: { forwarder, ledger, events },
}: {
  isOn: boolean
  telemetry: Pick<Telemetry, 'forwarder' | 'ledger' | 'events'>
}): TraceIntake | null {
  if (!isOn || !forwarder) return null
  return {
    enqueue(payload) {
      for (const span of payload.spans) ledger?.record(span)
      return forwarder.offer(payload)
    },
    onFailure: (error) => events.intakeFailed({ error }),
  }
}
