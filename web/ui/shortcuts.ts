import { useEffect, useRef } from 'react'

/** `mod` is Control, or Command on a Mac. */
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

/** Such as `Ctrl+K` or `⌘K`. */
export function keysLabel(keys: string): string {
  const mac = /Mac|iPhone|iPad/.test(navigator.userAgent)
  const names = mac ? { mod: '⌘', shift: '⇧', enter: '⏎' } : { mod: 'Ctrl', shift: 'Shift', enter: 'Enter' }
  const parts = keys.split('+').map((key) => names[key as keyof typeof names] ?? key.toUpperCase())
  return parts.join(mac ? '' : '+')
}

const keysOf = ({ ctrlKey, metaKey, shiftKey, key }: KeyboardEvent): string =>
  `${ctrlKey || metaKey ? 'mod+' : ''}${shiftKey ? 'shift+' : ''}${key.toLowerCase()}`
