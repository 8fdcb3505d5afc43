import { useEffect, useRef } from 'react'

/** Keys are written as `mod+k`: `mod` is Control, or Command on a Mac. */
export const SEARCH_KEYS = 'mod+k'
export const NEW_CHAT_KEYS = 'mod+shift+o'

/** Act on keys anywhere in the page. */
export function useShortcuts(acts: Readonly<Record<string, () => void>>): void {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const act = latest.current[keysOf(event)]
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

const keysOf = ({ ctrlKey, metaKey, shiftKey, key }: KeyboardEvent): string =>
  `${ctrlKey || metaKey ? 'mod+' : ''}${shiftKey ? 'shift+' : ''}${key.toLowerCase()}`
