import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** So many of the newest messages are there from the start. */
const FIRST = 24
/** So many more come each time: few enough to be drawn between two frames. */
const STEP = 12
/** Earlier messages come when fewer than so many screens of them are above what is seen. */
const SCREENS = 1.5

export interface NewestFirstOptions {
  /** Messages there are. */
  count: number
  /** What scrolls. */
  pane: RefObject<HTMLElement | null>
  /** Holds the messages, one element each. */
  content: RefObject<HTMLElement | null>
}

/**
 * Put the newest messages of a long conversation into the page, and earlier ones as the reader comes near them. What is
 * seen stays where it is meanwhile.
 *
 * @returns The place of the first message that is shown.
 */
export function useNewestFirst({ count, pane, content }: NewestFirstOptions): number {
  const [chosen, setChosen] = useState(() => Math.max(0, count - FIRST))
  const [counted, setCounted] = useState(count)
  if (count !== counted) {
    setCounted(count)
    // Another branch, not what was said since.
    if (count - counted > FIRST) setChosen(count - FIRST)
  }
  // It may be shorter, too.
  const from = Math.min(chosen, Math.max(0, count - FIRST))
  const held = useRef<{ element: Element; top: number } | null>(null)

  useLayoutEffect(() => {
    const scroller = pane.current!
    const kept = held.current
    const log = content.current
    held.current = null
    if (!kept) return
    if (kept.element.isConnected) {
      const moved = kept.element.getBoundingClientRect().top - kept.top
      scroller.scrollBy({ top: moved, behavior: 'instant' })
    }
    requestAnimationFrame(() => {
      scroller.style.removeProperty('overflow-anchor')
      log?.setAttribute('aria-live', 'polite')
    })
  }, [from, pane, content])

  useEffect(() => {
    const scroller = pane.current!
    const look = () => {
      const first = content.current?.firstElementChild
      if (from === 0 || held.current || !first) return
      if (scroller.scrollTop > SCREENS * scroller.clientHeight) return
      held.current = { element: first, top: first.getBoundingClientRect().top }
      // It is held by hand, which works in every browser; and what was there already is not read out.
      scroller.style.setProperty('overflow-anchor', 'none')
      content.current?.setAttribute('aria-live', 'off')
      setChosen(Math.max(0, from - STEP))
    }
    look()
    scroller.addEventListener('scroll', look, { passive: true })
    return () => scroller.removeEventListener('scroll', look)
  }, [from, pane, content])
  return from
}
