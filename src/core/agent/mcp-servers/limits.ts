/** Bytes one message of a server may have. */
export const MAX_MESSAGE_BYTES = 32 * 1024 * 1024

/** Follows the server's name, or “It”. */
export const TOO_LARGE = `answered with more than ${MAX_MESSAGE_BYTES / 1024 / 1024} MiB`

/** Tools of one server that are offered at most. */
export const MAX_TOOLS = 500

/** Milliseconds a server has to start and to list its tools. */
export const START_LIMIT_MS = 10_000

/** Milliseconds a turn waits for a server that is starting. */
export const TURN_WAIT_MS = 3000

/** Milliseconds without a call after which a server is stopped. */
export const IDLE_MS = 10 * 60_000
