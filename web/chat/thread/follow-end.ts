import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Within this distance from the end in pixels, the reader counts as being at the end. */
const NEAR_PX = 48

export function useFollowEnd() {
  const pane = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const following = useRef(true)
  const [atEnd, setAtEnd] = useState(true)

  const toEnd = useCallback(() => {
    following.current = true
    setAtEnd(true)
    pane.current?.scrollTo({ top: pane.current.scrollHeight, behavior: 'instant' })
  }, [])

  useLayoutEffect(() => toEnd(), [toEnd])

  useEffect(() => {
    const scroller = pane.current!
    let lastTop = scroller.scrollTop
    const onScroll = () => {
      const near = scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop < NEAR_PX
      // Only the reader decreases `scrollTop`; growth of the content does not change it.
      if (near) following.current = true
      else if (scroller.scrollTop < lastTop) following.current = false
      lastTop = scroller.scrollTop
      setAtEnd(near || following.current)
    }
    const shown = new WeakSet<Element>()
    // An error below a focused form field must not scroll the field out of view.
    const isFilledIn = () => content.current!.querySelector('form :focus') !== null
    const onGrowth = () => {
      if (!following.current || isFilledIn()) return
      const long = [...content.current!.querySelectorAll<HTMLElement>('[data-read-from-start]')].find(
        (part) => part.offsetHeight > scroller.clientHeight && !shown.has(part),
      )
      if (!long) {
        scroller.scrollTop = scroller.scrollHeight
        return
      }
      shown.add(long)
      following.current = false
      scroller.scrollTop += long.getBoundingClientRect().top - scroller.getBoundingClientRect().top
    }
    const watcher = new ResizeObserver(onGrowth)
    watcher.observe(scroller)
    watcher.observe(content.current!)
    scroller.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      watcher.disconnect()
      scroller.removeEventListener('scroll', onScroll)
    }
  }, [])

  return { pane, content, atEnd, toEnd }
}
