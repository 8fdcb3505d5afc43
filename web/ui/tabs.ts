/** Tabs of one browser tell each other that something on the server has changed. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('hub-service')

export const tellTabs = (): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a broadcast stays on its origin
  channel?.postMessage('changed')
}

/** Call `listener` when another tab has changed something. Returns the way to stop. */
export function onTabsTell(listener: () => void): () => void {
  channel?.addEventListener('message', listener)
  return () => channel?.removeEventListener('message', listener)
}
