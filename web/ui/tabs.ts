export type TabNews = 'changed' | 'signed-in' | 'signed-out'

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('hub-service')

export const notifyTabs = (news: TabNews = 'changed'): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a broadcast stays on its origin
  channel?.postMessage(news)
}

export function listenToTabs(listener: (news: TabNews) => void): () => void {
  const onMessage = ({ data }: MessageEvent<TabNews>) => listener(data)
  channel?.addEventListener('message', onMessage)
  return () => channel?.removeEventListener('message', onMessage)
}
