import { useSyncExternalStore } from 'react'
import { createEmitter } from '../../ui/emitter.ts'
import { listenToTabs } from '../../ui/tabs.ts'

let isEnded = false
const changed = createEmitter()

function set(next: boolean): void {
  isEnded = next
  changed.emit()
}

export const sessionEnd = { report: () => set(true), clear: () => set(false) }

export const useSessionEnd = (): boolean => useSyncExternalStore(changed.subscribe, () => isEnded)

export function onSignedIn(work: () => void): () => void {
  const stop = listenToTabs((news) => news === 'signed-in' && work())
  window.addEventListener('focus', work)
  return () => {
    stop()
    window.removeEventListener('focus', work)
  }
}
