import { useEffect, type RefObject } from 'react'

/** While it fills the window, all around an element is out of reach of keyboards and screen readers. */
export function useAlone(element: RefObject<HTMLElement | null>, isAlone: boolean): void {
  useEffect(() => {
    if (!isAlone) return
    const around: HTMLElement[] = []
    for (let at = element.current; at && at !== document.body; at = at.parentElement)
      for (const other of at.parentElement?.children ?? [])
        if (other !== at && other instanceof HTMLElement && !other.inert) around.push(other)
    for (const other of around) other.inert = true
    return () => {
      for (const other of around) other.inert = false
    }
  }, [element, isAlone])
}
