import { useEffect, useRef, useState } from 'react'
import type { AnswerOf, Route, Sent } from '#ground/api/contract.ts'
import { addressOf } from './href.ts'

const AGAIN_MS = 4_000

/** Whether what is shown follows what happens, or the connection is being made again. */
export type Liveness = 'live' | 'waiting'

/**
 * Follow a stream of server-sent events while the page is seen. The browser connects again by itself when the line
 * breaks; after a refusal, such as while the server starts, it is tried again here. A page in the background hangs up,
 * as a browser has only six lines to a site over HTTP/1.1: streams tell how things are when they begin.
 *
 * @param sent   What stands in its address. Null: there is nothing to follow.
 * @param events Name of the event that is told, or of several.
 */
export function useLive<R extends Route & { isStream: true }>(
  route: R,
  sent: Sent<R> | null,
  events: string | readonly string[],
  onData: (data: AnswerOf<R>, event: string) => void,
): Liveness {
  const url = sent && addressOf(route, sent)
  const [liveness, setLiveness] = useState<Liveness>('waiting')
  const latest = useRef(onData)
  useEffect(() => {
    latest.current = onData
  })
  const names = [events].flat().join(' ')
  useEffect(() => {
    if (url === null) return
    let source: EventSource | null = null
    let again: ReturnType<typeof setTimeout> | undefined
    const open = () => {
      const opened = new EventSource(url)
      source = opened
      opened.addEventListener('open', () => setLiveness('live'))
      for (const name of names.split(' '))
        opened.addEventListener(name, ({ data }: MessageEvent<string>) => {
          latest.current(JSON.parse(data) as AnswerOf<R>, name)
        })
      opened.addEventListener('end', () => opened.close()) // the browser would come back for more
      opened.addEventListener('error', () => {
        setLiveness('waiting')
        if (opened.readyState === EventSource.CLOSED) again = setTimeout(open, AGAIN_MS)
      })
    }
    const close = () => {
      clearTimeout(again)
      source?.close()
      source = null
    }
    const followWhenSeen = () => {
      close()
      setLiveness('waiting')
      if (!document.hidden) open()
    }
    followWhenSeen()
    document.addEventListener('visibilitychange', followWhenSeen)
    return () => {
      document.removeEventListener('visibilitychange', followWhenSeen)
      close()
    }
  }, [url, names])
  return liveness
}
