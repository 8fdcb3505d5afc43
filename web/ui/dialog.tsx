import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import { cx } from './cx.ts'
import { useFocusReturn } from './focus-return.ts'

export const overlayClass = 'fixed inset-0 z-40 animate-appear bg-overlay'
export const panelClass =
  'fixed left-1/2 top-1/2 z-40 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 animate-appear flex-col rounded-l border border-line bg-raised shadow-2 focus:outline-none'

export interface DialogProps {
  open: boolean
  onClose(): void
  title: string
  /** Read out with the title; null when the content speaks for itself. */
  description?: string
  closeLabel: string
  className?: string
  children: ReactNode
}

export function Dialog({ open, onClose, title, description, closeLabel, className, children }: DialogProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useFocusReturn()
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            onOpenAutoFocus()
            focusFirstField(event)
          }}
          onCloseAutoFocus={onCloseAutoFocus}
          className={cx(panelClass, className ?? 'max-w-md')}
        >
          <header className="flex items-center justify-between gap-4 border-b border-line py-3 ps-5 pe-3">
            <div>
              <Radix.Title className="text-16 font-semibold">{title}</Radix.Title>
              {description && (
                <Radix.Description className="text-13 text-muted">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton label={closeLabel}>
                <X aria-hidden />
              </IconButton>
            </Radix.Close>
          </header>
          <div className="relative min-h-0 overflow-y-auto p-5">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Start in the first field; without one, or where a keyboard would jump out, on the panel itself. */
function focusFirstField(event: Event): void {
  event.preventDefault()
  const panel = event.currentTarget as HTMLElement
  const touch = matchMedia('(pointer: coarse)').matches
  const field = touch ? null : panel.querySelector<HTMLElement>('input:not([readonly])')
  ;(field ?? panel).focus()
}
