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

/**
 * The same for elements that mostly close because of a navigation: the focus only returns after a dismissal.
 */
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

/** The focused element. A menu entry is about to be removed, so its menu's control is used instead. */
function opener(): HTMLElement | null {
  const active = document.activeElement as HTMLElement | null
  const control = active?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return control ? document.getElementById(control) : active
}
