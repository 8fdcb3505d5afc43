import { useEffect, useRef, useState } from 'react'
import type { AnswerOf, ApiRoute, SentParts } from '#ground/api/contract.ts'
import { addressOf } from './href.ts'
import { openLiveStream } from './live-stream.ts'

/** `waiting`: the stream is reconnecting, and the page may show outdated data. */
export type Liveness = 'live' | 'waiting'

/**
 * A hidden page closes its stream. Streams begin with the present state.
 * @param sent Null: no stream.
 */
export function useLive<R extends ApiRoute & { isStream: true }>(
  route: R,
  sent: SentParts<R> | null,
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
    let close = () => {}
    const listener = {
      opened: () => setLiveness('live'),
      event: (name: string, data: string) => latest.current(JSON.parse(data) as AnswerOf<R>, name),
      closed: () => setLiveness('waiting'),
    }
    const followWhenSeen = () => {
      close()
      setLiveness('waiting')
      close = document.hidden ? () => {} : openLiveStream(url, names.split(' '), listener)
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
