import { startResponseRetention } from '#core/responses/retention.ts'
import { createStoredResponses, type StoredResponses } from '#core/responses/stored-responses.ts'
import type { BridgeData, BridgeSettings, Ground, Reports } from './ground.ts'

const DAY_MS = 86_400_000

export function openStoredResponses(
  { bridge }: Pick<BridgeSettings, 'bridge'>,
  { store }: Pick<BridgeData, 'store'>,
  { hub, clock, events }: Pick<Ground, 'hub' | 'clock'> & Pick<Reports, 'events'>,
): AsyncDisposable & { responses: StoredResponses } {
  const shared = { store, clock, hub: hub.slug, retentionMs: bridge.responseDays * DAY_MS }
  const retention = startResponseRetention({ ...shared, onFailure: events.responseRetentionFailed })
  return {
    responses: createStoredResponses(shared),
    [Symbol.asyncDispose]: () => retention[Symbol.asyncDispose](),
  }
}
