import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { overlayClass } from './classes.ts'
import { useDismissal } from '../focus-return.ts'

export interface SheetPanelProps {
  onClose(): void
  title: string
  children: ReactNode
}

export function SheetPanel({ onClose, title, children }: SheetPanelProps) {
  const { root, content } = useDismissal(onClose)
  return (
    <Dialog.Root open {...root}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClass} />
        <Dialog.Content
          aria-describedby={undefined}
          {...content}
          onOpenAutoFocus={(event) => {
            content.onOpenAutoFocus()
            focusPanel(event)
          }}
          className="fixed inset-y-0 start-0 z-40 flex w-[min(20rem,calc(100vw-3rem))] animate-slide flex-col border-e border-line bg-sunken shadow-2 focus:outline-none"
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/**
 * Focuses the panel itself: a focused button would show its tooltip, and a focused field would open a touch keyboard.
 */
function focusPanel(event: Event): void {
  event.preventDefault()
  ;(event.currentTarget as HTMLElement).focus()
}
