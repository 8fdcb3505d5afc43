import { useSyncExternalStore } from 'react'
import { createEmitter } from '../../ui/emitter.ts'

const ASK_EVERY_MS = 3_000

export function createConnection({ onBack }: { onBack(): void }) {
  let lost = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const changed = createEmitter()

  function change(next: boolean): void {
    if (lost === next) return
    lost = next
    clearTimeout(timer)
    if (lost) timer = setTimeout(ask, ASK_EVERY_MS)
    else onBack()
    changed.emit()
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
    ask,
    isLost: () => lost,
    subscribe: changed.subscribe,
  }
}

export type ChatappConnection = ReturnType<typeof createConnection>

export const useConnectionLost = (connection: ChatappConnection): boolean =>
  useSyncExternalStore(connection.subscribe, connection.isLost)
