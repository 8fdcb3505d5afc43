/**
 * Shutdown after SIGTERM:
 *
 * 1. Running responses may continue for `ANSWER_GRACE_MS`.
 * 2. Each open stream gets a last event. The web chat stops waiting before the bridge, so that people see the last
 *    event of the web chat, not of the bridge.
 * 3. After `DRAIN_MS` all connections are closed.
 */
export const ANSWER_GRACE_MS = { chatapp: 8_000, bridge: 8_750 } as const
export const DRAIN_MS = 10_000
