import { useEffect, useRef } from 'react'

const POLL_INTERVAL_MS = 3_000

/** Calls `onReturn` once the server responds again. */
export function useServerReturn(isLost: boolean, onReturn: () => void): void {
  const returned = useRef(onReturn)
  useEffect(() => {
    returned.current = onReturn
  })
  useEffect(() => {
    if (!isLost) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let current = true
    const poll = async () => {
      clearTimeout(timer)
      const response = await fetch('/health', { cache: 'no-store' }).catch(() => null)
      if (!current) return
      if (response?.ok) returned.current()
      clearTimeout(timer)
      timer = setTimeout(() => void poll(), POLL_INTERVAL_MS)
    }
    const pollNow = () => void poll()
    timer = setTimeout(pollNow, POLL_INTERVAL_MS)
    addEventListener('online', pollNow)
    return () => {
      current = false
      clearTimeout(timer)
      removeEventListener('online', pollNow)
    }
  }, [isLost])
}
