export const MAX_MESSAGE_BYTES = 32 * 1024 * 1024

export const TOO_LARGE = `answered with more than ${MAX_MESSAGE_BYTES / 1024 / 1024} MiB`

export const MAX_TOOLS = 500

export const START_LIMIT_MS = 10_000

/** Maximum time that a turn waits for a server to start. */
export const TURN_WAIT_MS = 3000

export const IDLE_MS = 10 * 60_000
