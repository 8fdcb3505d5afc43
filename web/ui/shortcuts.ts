import { useEffect, useRef } from 'react'

/** `mod` is Control, or Command on a Mac. */
export function useShortcuts(acts: Readonly<Record<string, () => void>>): void {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const keys = keysOf(event)
      const act = latest.current[keys]
      if (!act || (isTyping(event) && !/mod|escape/.test(keys))) return
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
  const names = mac
    ? { mod: '⌘', shift: '⇧', enter: '⏎', escape: 'esc' }
    : { mod: 'Ctrl', shift: 'Shift', enter: 'Enter', escape: 'Esc' }
  const parts = keys.split('+').map((key) => names[key as keyof typeof names] ?? key.toUpperCase())
  return parts.join(mac ? '' : '+')
}

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.matches('input, textarea, select, [contenteditable]')

/** Whether a symbol such as `?` or `/` needs Shift depends on the keyboard layout, so Shift counts only for other keys. */
const keysOf = ({ ctrlKey, metaKey, shiftKey, key }: KeyboardEvent): string => {
  const isSymbol = key.length === 1 && !/[\p{L}\p{N}]/u.test(key)
  return `${ctrlKey || metaKey ? 'mod+' : ''}${shiftKey && !isSymbol ? 'shift+' : ''}${key.toLowerCase()}`
}
