import { useRef } from 'react'

/** Give the keyboard back, when a dialog closes, to what had it before. For dialogs without a trigger of their own. */
export function useFocusReturn() {
  const before = useRef<HTMLElement | null>(null)
  return {
    onOpenAutoFocus: () => void (before.current = opener()),
    onCloseAutoFocus(event: Event) {
      event.preventDefault()
      before.current?.focus()
    },
  }
}

/** What has the focus. An entry of a menu is about to go, so its menu's control stands for it. */
function opener(): HTMLElement | null {
  const active = document.activeElement as HTMLElement | null
  const control = active?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return control ? document.getElementById(control) : active
}
