/** Whether an upstream that could not be reached may have received the request, and acted on it. Pure. */
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
