import { useEffect, useRef, useState } from 'react'

const AGAIN_MS = 4_000

/** Whether what is shown follows what happens, or the connection is being made again. */
export type Liveness = 'live' | 'waiting'

/**
 * Follow a stream of server-sent events while the page is open. The browser connects again by itself when the line
 * breaks; after a refusal, such as while the server starts, it is tried again here.
 *
 * @param url Null: there is nothing to follow.
 */
export function useLive<Data>(url: string | null, event: string, onData: (data: Data) => void): Liveness {
  const [liveness, setLiveness] = useState<Liveness>('waiting')
  const latest = useRef(onData)
  useEffect(() => {
    latest.current = onData
  })
  useEffect(() => {
    if (url === null) return
    let source: EventSource
    let again: ReturnType<typeof setTimeout> | undefined
    const open = () => {
      source = new EventSource(url)
      source.addEventListener('open', () => setLiveness('live'))
      source.addEventListener(event, ({ data }: MessageEvent<string>) => {
        latest.current(JSON.parse(data) as Data)
      })
      source.addEventListener('end', () => source.close()) // the browser would come back for more
      source.addEventListener('error', () => {
        setLiveness('waiting')
        if (source.readyState === EventSource.CLOSED) again = setTimeout(open, AGAIN_MS)
      })
    }
    open()
    return () => {
      clearTimeout(again)
      source.close()
    }
  }, [url, event])
  return liveness
}
