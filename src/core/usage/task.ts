/** `md:<task>`; null outside runs of tasks. Ids of such runs start with this text. */
export const taskOf = (runId: string | null | undefined): string | null =>
  runId?.match(/^md:[^:]+/)?.[0] ?? null
