import { useSyncExternalStore } from 'react'

const ASK_EVERY_MS = 3_000

/** Whether the server answers, as the requests of this page have found out. */
export function createConnection({ onBack }: { onBack(): void }) {
  let lost = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  function change(next: boolean): void {
    if (lost === next) return
    lost = next
    clearTimeout(timer)
    if (lost) timer = setTimeout(ask, ASK_EVERY_MS)
    else onBack()
    for (const listener of listeners) listener()
  }

  async function ask(): Promise<void> {
    clearTimeout(timer)
    const answer = await fetch('/health', { cache: 'no-store' }).catch(() => null)
    if (answer?.ok) change(false)
    else if (lost) timer = setTimeout(ask, ASK_EVERY_MS)
  }

  return {
    lose: () => change(true),
    find: () => change(false),
    /** Ask the server now. */
    ask,
    isLost: () => lost,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export type Connection = ReturnType<typeof createConnection>

export const useConnectionLost = (connection: Connection): boolean =>
  useSyncExternalStore(connection.subscribe, connection.isLost)
