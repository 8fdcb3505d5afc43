import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

interface HiddenSides<Scroller> {
  scroller: RefObject<Scroller | null>
  /** `start`, `end`, both or neither: the sides on which content is scrolled out of view. */
  hidden: string
  onScroll(): void
}

/** Observes an element that scrolls sideways. */
export function useHiddenSides<Scroller extends HTMLElement>(): HiddenSides<Scroller> {
  const scroller = useRef<Scroller>(null)
  const [hidden, setHidden] = useState('')
  const onScroll = () => setHidden(hiddenSides(scroller.current!))
  useLayoutEffect(() => {
    const { current } = scroller
    const observer = new ResizeObserver(onScroll)
    observer.observe(current!)
    if (current!.firstElementChild) observer.observe(current!.firstElementChild)
    return () => observer.disconnect()
  }, [])
  return { scroller, hidden, onScroll }
}

function hiddenSides({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): string {
  // In right-to-left text, `scrollLeft` is negative.
  const rest = scrollWidth - clientWidth - Math.abs(scrollLeft)
  return [Math.abs(scrollLeft) > 1 && 'start', rest > 1 && 'end'].filter(Boolean).join(' ')
}
