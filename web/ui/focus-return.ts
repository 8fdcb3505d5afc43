import { useRef } from 'react'
import { isComposing } from './keyboard.ts'

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

/** The same for what mostly closes because it led elsewhere: only whoever dismisses it is brought back. */
export function useDismissal(onClose: () => void) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useFocusReturn()
  const isDismissed = useRef(false)
  return {
    root: {
      onOpenChange(open: boolean) {
        if (open) return
        isDismissed.current = true
        onClose()
      },
    },
    content: {
      onEscapeKeyDown(event: KeyboardEvent) {
        if (isComposing(event)) event.preventDefault()
      },
      onOpenAutoFocus() {
        isDismissed.current = false
        onOpenAutoFocus()
      },
      onCloseAutoFocus(event: Event) {
        if (isDismissed.current) onCloseAutoFocus(event)
      },
    },
  }
}

/** What has the focus. An entry of a menu is about to go, so its menu's control stands for it. */
function opener(): HTMLElement | null {
  const active = document.activeElement as HTMLElement | null
  const control = active?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return control ? document.getElementById(control) : active
}
