import { useEffect, useState } from 'react'

/** True after `active` has lasted `ms`, so that short work shows no indicator. */
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
