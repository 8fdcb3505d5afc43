/**
 * Shutdown after SIGTERM:
 *
 * 1. Running responses may continue for `ANSWER_GRACE_MS`.
 * 2. Open streams get a last event. The web chat's own event must precede that of the bridge.
 * 3. After `DRAIN_MS` all connections are closed.
 */
export const ANSWER_GRACE_MS = { chatapp: 8_000, bridge: 8_750 } as const
export const DRAIN_MS = 10_000
