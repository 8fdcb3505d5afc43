import { useRef } from 'react'
import { isComposing } from './keyboard.ts'

/** For dialogs without a trigger button: after the dialog, the focus returns to the element that had it before. */
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

/** Returns the focus only when the person dismisses the element, not after a navigation. */
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

function opener(): HTMLElement | null {
  const active = document.activeElement as HTMLElement | null
  const control = active?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return control ? document.getElementById(control) : active
}
