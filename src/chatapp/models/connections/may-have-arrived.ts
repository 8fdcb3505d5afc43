/** False only if the connection was never established; otherwise the upstream may have acted on the request. */
export const mayHaveArrived = (error: unknown): boolean =>
  !NEVER_CONNECTED.has((error as NodeJS.ErrnoException | null)?.code ?? '')

const NEVER_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
])
