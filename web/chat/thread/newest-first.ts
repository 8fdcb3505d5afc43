import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** So many of the newest messages are there from the start. */
const FIRST = 10
/** So many more come each time: few enough to be drawn between two frames. */
const STEP = 8
/** Earlier messages come when fewer than so many screens of them are above what is seen. */
const SCREENS = 1.5

export interface NewestFirstOptions {
  /** Messages that can be shown, oldest first. */
  branch: readonly { id: string }[]
  /** What scrolls. */
  pane: RefObject<HTMLElement | null>
  /** Holds the messages, one element each. */
  content: RefObject<HTMLElement | null>
  /** Nearly all of them are shown; ask for earlier ones, if there are any. */
  onNearTop(): void
}

/**
 * Put the newest messages of a long conversation into the page, and earlier ones as the reader comes near them. What is
 * seen stays where it is meanwhile.
 *
 * @returns The place of the first message that is shown.
 */
export function useNewestFirst({ branch, pane, content, onNearTop }: NewestFirstOptions): number {
  const count = branch.length
  const newest = Math.max(0, count - FIRST)
  const [shown, setShown] = useState({ first: branch[newest]?.id, count: count - newest })
  const known = branch.findIndex(({ id }) => id === shown.first)
  // Many more at once are another branch, not what was said since. It may be shorter, too.
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
      if (scroller.scrollTop > SCREENS * scroller.clientHeight) return
      if (from <= STEP) onNearTop()
      if (from === 0) return
      held.current = { element: first, top: first.getBoundingClientRect().top }
      // It is held by hand, which works in every browser.
      scroller.style.setProperty('overflow-anchor', 'none')
      setShown(({ count }) => ({ first: earlier, count: count + Math.min(from, STEP) }))
    }
    look()
    scroller.addEventListener('scroll', look, { passive: true })
    return () => scroller.removeEventListener('scroll', look)
  }, [from, earlier, pane, content, onNearTop])
  return from
}
