import { takeLiveSlot } from './live-slot.ts'

const RETRY_DELAY_MS = 4_000

/** Milliseconds between two polls of a window without a live slot. */
const POLL_INTERVAL_MS = 10_000

const POLL_TIMEOUT_MS = 1_000

export interface LiveStreamListener {
  opened(): void
  event(name: string, data: string): void
  closed(): void
}

export interface LiveStreamParts {
  takeSlot(): Promise<(() => void) | null>
  connect(url: string): EventSource
}

const BROWSER: LiveStreamParts = { takeSlot: takeLiveSlot, connect: (url) => new EventSource(url) }

/**
 * Streams server-sent events.
 *
 * 1. The window takes one of the browser's live slots and keeps it while the stream is connected.
 * 2. While other windows use all slots, the window polls: it opens the stream, reads the first event and closes it.
 * 3. After a broken connection the browser reconnects. After a refusal, this function opens the stream again.
 *
 * @returns Function to stop.
 */
export function openLiveStream(
  url: string,
  names: readonly string[],
  listener: LiveStreamListener,
  { takeSlot, connect }: LiveStreamParts = BROWSER,
): () => void {
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let close = () => {}

  const openAfter = (delayMs: number) => {
    if (!isStopped) timer = setTimeout(() => void open(), delayMs)
  }
  const open = async () => {
    const release = await takeSlot()
    if (isStopped) return release?.()
    const source = connect(url)
    let pollTimer: ReturnType<typeof setTimeout> | undefined
    close = () => {
      clearTimeout(pollTimer)
      source.close()
      release?.()
    }
    const endPoll = () => {
      close()
      listener.closed()
      openAfter(POLL_INTERVAL_MS)
    }
    source.addEventListener('open', () => {
      listener.opened()
      if (!release) pollTimer = setTimeout(endPoll, POLL_TIMEOUT_MS)
    })
    for (const name of names)
      source.addEventListener(name, ({ data }: MessageEvent<string>) => {
        listener.event(name, data)
        if (!release) endPoll()
      })
    source.addEventListener('end', () => close()) // otherwise the browser would reconnect
    source.addEventListener('error', () => {
      listener.closed()
      if (source.readyState !== source.CLOSED && release) return
      close()
      openAfter(release ? RETRY_DELAY_MS : POLL_INTERVAL_MS)
    })
  }
  void open()
  return () => {
    isStopped = true
    clearTimeout(timer)
    close()
  }
}
