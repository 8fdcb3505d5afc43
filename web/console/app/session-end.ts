import { useSyncExternalStore } from 'react'
import { createEmitter } from '../../ui/emitter.ts'

let isEnded = false
const changed = createEmitter()

function set(next: boolean): void {
  isEnded = next
  changed.emit()
}

/** Somebody was signed out while pages are open, which keep what was typed. */
export const sessionEnd = { tell: () => set(true), clear: () => set(false) }

export const useSessionEnd = (): boolean => useSyncExternalStore(changed.subscribe, () => isEnded)

const channel = new BroadcastChannel('console-session')

/** Tell the other tabs that somebody signed in here. */
export const tellSignedIn = (): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a broadcast stays on its origin
  channel.postMessage('signed-in')
}

/** Do something once somebody may have signed in elsewhere; gives the way to stop. */
export function onSignedIn(work: () => void): () => void {
  channel.addEventListener('message', work)
  window.addEventListener('focus', work)
  return () => {
    channel.removeEventListener('message', work)
    window.removeEventListener('focus', work)
  }
}
