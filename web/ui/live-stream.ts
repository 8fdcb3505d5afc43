import { takeLiveSlot } from './live-slot.ts'

const RETRY_DELAY_MS = 4_000

/** How often a window without a live slot reads its stream's beginning. */
const POLL_INTERVAL_MS = 10_000

/** How long a window without a slot waits for the first event: some streams begin without one. */
const POLL_TIMEOUT_MS = 1_000

/** Receives what happens on a live stream. */
export interface LiveStreamListener {
  opened(): void
  event(name: string, data: string): void
  /** The connection is closed or broken. It is made again unless the stream has ended. */
  closed(): void
}

/** The browser's parts. */
export interface LiveStreamParts {
  takeSlot(): Promise<(() => void) | null>
  connect(url: string): EventSource
}

const BROWSER: LiveStreamParts = { takeSlot: takeLiveSlot, connect: (url) => new EventSource(url) }

/**
 * Follow a stream of server-sent events.
 *
 * 1. The window takes one of the browser's live slots and keeps it for as long as the stream is connected.
 * 2. While other windows hold all slots, the window polls: it opens the stream, reads the first event and closes it.
 * 3. The browser connects again by itself when a connection breaks. After a refusal the stream is opened here again.
 *
 * @returns How to stop.
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
    source.addEventListener('end', () => close()) // the browser would connect again
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
