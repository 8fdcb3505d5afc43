/** Marks a request by which the service checks its own addresses, so that the log has no delivery for it. */
export const SELF_CHECK_HEADER = 'x-svc-self-check'
