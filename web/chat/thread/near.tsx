import { startTransition, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'

/** Messages further away than so many screens leave the page. */
const SCREENS = 2

/** Reports whether an element is near the visible area. Returns the way to stop. */
type Watch = (element: Element, onChange: (isNear: boolean) => void) => () => void

/** Watch elements inside of `pane`, what scrolls. */
export function useNear(pane: RefObject<HTMLElement | null>): Watch {
  const observer = useRef<IntersectionObserver | null>(null)
  const [listeners] = useState(() => new Map<Element, (isNear: boolean) => void>())
  useEffect(() => () => observer.current?.disconnect(), [])
  const [watch] = useState(() => (element: Element, onChange: (isNear: boolean) => void) => {
    observer.current ??= new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting)
      },
      { root: pane.current, rootMargin: `${SCREENS * 100}% 0px` },
    )
    listeners.set(element, onChange)
    observer.current.observe(element)
    return () => {
      listeners.delete(element)
      observer.current?.unobserve(element)
    }
  })
  return watch
}

export interface PlaceProps {
  watch: Watch
  /** It stays in the page, and its changes are read out. */
  isNewest: boolean
  children: ReactNode
}

/** The place of a message. The message itself is in the page while it is near what is seen; its place keeps its height. */
export function MessagePlaceholder({ watch, isNewest, children }: PlaceProps) {
  const ref = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState<number | null>(null)
  useEffect(() => {
    const element = ref.current!
    if (isNewest) return setHeight(null)
    return watch(element, (isNear) => {
      if (isNear) startTransition(() => setHeight(null))
      else if (element.hasChildNodes() && !isInUse(element)) setHeight(element.offsetHeight)
    })
  }, [watch, isNewest])
  return (
    <div
      ref={ref}
      style={height === null ? undefined : { height }}
      // Messages that return to the page are not new.
      aria-live={isNewest ? undefined : 'off'}
    >
      {height === null && children}
    </div>
  )
}

/** True if the person writes in it, has opened something in it, or has selected some of its text. */
const isInUse = (element: Element): boolean =>
  element.contains(document.activeElement) ||
  element.querySelector('form, [aria-expanded="true"], details[open]') !== null ||
  getSelection()?.containsNode(element, true) === true
