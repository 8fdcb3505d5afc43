/** `md:<task>`; null outside runs of tasks. */
export const taskOf = (runId: string | null | undefined): string | null =>
  runId?.match(/^md:[^:]+/)?.[0] ?? null
