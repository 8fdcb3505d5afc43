import { useEffect, useState } from 'react'

/** True once `active` has lasted `ms`: work that is over sooner shows no sign of waiting. */
export function useLasting(active: boolean, ms = 300): boolean {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!active) return
    const timer = setTimeout(() => setLasting(true), ms)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [active, ms])
  return active && lasting
}
