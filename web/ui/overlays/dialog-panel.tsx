import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { IconButton } from '../icon-button.tsx'
import { cx } from '../cx.ts'
import { overlayClass, panelClass } from './classes.ts'
import { useFocusReturn } from '../focus-return.ts'

export interface DialogPanelProps {
  onClose(): void
  title: string
  description?: string
  closeLabel: string
  className?: string
  children: ReactNode
}

export function DialogPanel({
  onClose,
  title,
  description,
  closeLabel,
  className,
  children,
}: DialogPanelProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useFocusReturn()
  return (
    <Radix.Root open onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            onOpenAutoFocus()
            focusFirstField(event)
          }}
          onCloseAutoFocus={onCloseAutoFocus}
          onEscapeKeyDown={keepForSuggestions}
          className={cx(panelClass, className ?? 'max-w-md')}
        >
          <header className="flex items-start justify-between gap-4 border-b border-line pt-2 pb-3 ps-5 pe-3">
            <div className="min-w-0 [overflow-wrap:anywhere]">
              <Radix.Title className="flex min-h-hit items-center text-16 font-semibold">{title}</Radix.Title>
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

/** Escape first closes the suggestions of a field. */
function keepForSuggestions(event: KeyboardEvent): void {
  if ((event.target as Element).matches('[role=combobox][aria-expanded=true]')) event.preventDefault()
}

const FIRST_FIELDS =
  ':is(input, textarea):not([readonly], [aria-hidden=true], [type=hidden]), [role=radio][aria-checked=true]'

function focusFirstField(event: Event): void {
  event.preventDefault()
  const panel = event.currentTarget as HTMLElement
  const touch = matchMedia('(pointer: coarse)').matches
  const field = touch ? null : panel.querySelector<HTMLElement>(FIRST_FIELDS)
  ;(field ?? panel).focus()
}
