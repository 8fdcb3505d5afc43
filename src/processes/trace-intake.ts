import type { TraceIntake } from '#surfaces/bridge/traces/routes.ts'
import type { Telemetry } from './telemetry.ts'

/** What becomes of traces that programs on this machine send; null when they may not. */
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
