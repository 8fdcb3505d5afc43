import { AlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { cx } from '../cx.ts'
import { overlayClass, panelClass } from './classes.ts'
import { useFocusReturn } from '../focus-return.ts'

export interface ConfirmPanelProps {
  onClose(): void
  title: string
  children: ReactNode
  confirmLabel: string
  cancelLabel: string
  busy?: boolean
  /** The button has no warning colour. */
  isHarmless?: boolean
  onConfirm(): void
}

export function ConfirmPanel(props: ConfirmPanelProps) {
  const { onClose, title, children, confirmLabel, cancelLabel, busy, isHarmless, onConfirm } = props
  const focusReturn = useFocusReturn()
  return (
    <AlertDialog.Root open onOpenChange={(next) => !next && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClass} />
        <AlertDialog.Content {...focusReturn} className={cx(panelClass, 'max-w-sm gap-2 p-5')}>
          <AlertDialog.Title className="text-16 font-semibold [overflow-wrap:anywhere]">
            {title}
          </AlertDialog.Title>
          <AlertDialog.Description className="text-14 break-words text-muted">
            {children}
          </AlertDialog.Description>
          <div className="mt-3 flex flex-wrap justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button>{cancelLabel}</Button>
            </AlertDialog.Cancel>
            <Button
              look={isHarmless ? 'primary' : 'danger'}
              busy={busy}
              onClick={onConfirm}
              className="min-w-0 max-w-full"
            >
              <span className="truncate">{confirmLabel}</span>
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
