import { useSyncExternalStore } from 'react'

let isEnded = false
const listeners = new Set<() => void>()

function set(next: boolean): void {
  isEnded = next
  for (const tell of listeners) tell()
}

/** Somebody was signed out while pages are open, which keep what was typed. */
export const sessionEnd = { tell: () => set(true), clear: () => set(false) }

export const useSessionEnd = (): boolean =>
  useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    () => isEnded,
  )

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
