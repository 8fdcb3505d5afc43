import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

const FIRST = 10
const STEP = 8
const MIN_SCREENS_ABOVE = 1.5

export interface NewestFirstOptions {
  branch: readonly { id: string }[]
  pane: RefObject<HTMLElement | null>
  content: RefObject<HTMLElement | null>
  onNearTop(): void
}

/** @returns Index of the first rendered message. */
export function useNewestFirst({ branch, pane, content, onNearTop }: NewestFirstOptions): number {
  const count = branch.length
  const newest = Math.max(0, count - FIRST)
  const [shown, setShown] = useState({ first: branch[newest]?.id, count: count - newest })
  const known = branch.findIndex(({ id }) => id === shown.first)
  const from = known < 0 || count - known - shown.count > FIRST ? newest : Math.min(known, newest)
  if (branch[from]?.id !== shown.first || count - from !== shown.count)
    setShown({ first: branch[from]?.id, count: count - from })
  const held = useRef<{ element: Element; top: number } | null>(null)
  const earlier = branch[Math.max(0, from - STEP)]?.id

  useLayoutEffect(() => {
    const scroller = pane.current!
    const kept = held.current
    held.current = null
    if (!kept) return
    if (kept.element.isConnected) {
      const moved = kept.element.getBoundingClientRect().top - kept.top
      scroller.scrollBy({ top: moved, behavior: 'instant' })
    }
    requestAnimationFrame(() => scroller.style.removeProperty('overflow-anchor'))
  }, [from, pane])

  useEffect(() => {
    const scroller = pane.current!
    const look = () => {
      const first = content.current?.firstElementChild
      if (held.current || !first) return
      if (scroller.scrollTop > MIN_SCREENS_ABOVE * scroller.clientHeight) return
      if (from <= STEP) onNearTop()
      if (from === 0) return
      held.current = { element: first, top: first.getBoundingClientRect().top }
      // Disables the browser's scroll anchoring, because this code restores the position in every browser.
      scroller.style.setProperty('overflow-anchor', 'none')
      setShown(({ count }) => ({ first: earlier, count: count + Math.min(from, STEP) }))
    }
    look()
    scroller.addEventListener('scroll', look, { passive: true })
    return () => scroller.removeEventListener('scroll', look)
  }, [from, earlier, pane, content, onNearTop])
  return from
}
