import { useSyncExternalStore } from 'react'
import { createEmitter } from '../../ui/emitter.ts'
import { listenToTabs } from '../../ui/tabs.ts'

let isEnded = false
const changed = createEmitter()

function set(next: boolean): void {
  isEnded = next
  changed.emit()
}

/** Reports that the session ended while a page is open. The page stays, because it may contain typed text. */
export const sessionEnd = { report: () => set(true), clear: () => set(false) }

export const useSessionEnd = (): boolean => useSyncExternalStore(changed.subscribe, () => isEnded)

/** Calls `work` when a person may have signed in elsewhere. Returns the function to stop. */
export function onSignedIn(work: () => void): () => void {
  const stop = listenToTabs((news) => news === 'signed-in' && work())
  window.addEventListener('focus', work)
  return () => {
    stop()
    window.removeEventListener('focus', work)
  }
}
