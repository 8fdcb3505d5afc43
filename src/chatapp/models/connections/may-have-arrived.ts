/** The upstream may have received the request and acted, unless the connection was never established. */
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
