import { useRef } from 'react'
import { isComposing } from './keyboard.ts'

/** Returns the focus to the previous element after a dialog closes. For dialogs without a trigger. */
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
 * Like `useFocusReturn`, for elements that close on navigation: the focus returns only when the person dismisses
 * them.
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

/** The focused element. For a menu entry, which unmounts, the trigger of its menu. */
function opener(): HTMLElement | null {
  const active = document.activeElement as HTMLElement | null
  const control = active?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return control ? document.getElementById(control) : active
}
