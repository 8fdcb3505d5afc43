import { startTransition, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'

/** A message is unmounted at this distance from the visible area, in screen heights. */
const UNMOUNT_DISTANCE_SCREENS = 2

type Watch = (element: Element, onChange: (isNear: boolean) => void) => () => void

export function useNear(pane: RefObject<HTMLElement | null>): Watch {
  const observer = useRef<IntersectionObserver | null>(null)
  const [listeners] = useState(() => new Map<Element, (isNear: boolean) => void>())
  useEffect(() => () => observer.current?.disconnect(), [])
  const [watch] = useState(() => (element: Element, onChange: (isNear: boolean) => void) => {
    observer.current ??= new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting)
      },
      { root: pane.current, rootMargin: `${UNMOUNT_DISTANCE_SCREENS * 100}% 0px` },
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

export interface MessagePlaceholderProps {
  watch: Watch
  isNewest: boolean
  children: ReactNode
}

export function MessagePlaceholder({ watch, isNewest, children }: MessagePlaceholderProps) {
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
      // Screen readers must not announce a message that mounts again.
      aria-live={isNewest ? undefined : 'off'}
    >
      {height === null && children}
    </div>
  )
}

const isInUse = (element: Element): boolean =>
  element.contains(document.activeElement) ||
  element.querySelector('form, [aria-expanded="true"], details[open]') !== null ||
  getSelection()?.containsNode(element, true) === true
