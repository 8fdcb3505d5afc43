/**
 * How a stop of the service goes on, from SIGTERM: answers may run for `ANSWER_GRACE_MS`; then each open stream gets its
 * last event, which says that the service stops; after `DRAIN_MS` connections are cut. The web chat comes first, so that
 * its streams end in its own words, and the time between is for the last events to arrive.
 */
export const ANSWER_GRACE_MS = { chatapp: 8_000, bridge: 8_750 } as const
export const DRAIN_MS = 10_000
