/**
 * The steps of a stop of the service, from SIGTERM: answers may run for `ANSWER_GRACE_MS`; then each open
 * stream gets its last event, which announces the stop; after `DRAIN_MS` connections are cut. The web chat is
 * first, so that its streams end with its own message, and the time between is for the last events to arrive.
 */
export const ANSWER_GRACE_MS = { chatapp: 8_000, bridge: 8_750 } as const
export const DRAIN_MS = 10_000
