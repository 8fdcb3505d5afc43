/** Marks the service's requests to its own addresses, so that the receiver does not log them as deliveries. */
export const SELF_CHECK_HEADER = 'x-svc-self-check'
