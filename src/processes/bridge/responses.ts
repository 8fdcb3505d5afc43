import { startResponseRetention } from '#core/responses/retention.ts'
import { createStoredResponses, type StoredResponses } from '#core/responses/stored-responses.ts'
import type { Ground } from './ground.ts'

const DAY_MS = 86_400_000

/** The stored answers of the Responses API, and the removal of those past their retention. */
export function openStoredResponses({
  store,
  clock,
  hub,
  config,
  events,
}: Ground): AsyncDisposable & { responses: StoredResponses } {
  const shared = { store, clock, hub: hub.slug, retentionMs: config.responseDays * DAY_MS }
  const retention = startResponseRetention({ ...shared, onFailure: events.responseRetentionFailed })
  return {
    responses: createStoredResponses(shared),
    [Symbol.asyncDispose]: () => retention[Symbol.asyncDispose](),
  }
}
