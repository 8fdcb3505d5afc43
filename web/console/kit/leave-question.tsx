import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { leaving } from './messages.ts'

export interface LeaveQuestionProps {
  text: string
  /** Parameter of the address that identifies the page. */
  part?: string
}

const partOf = ({ search }: { search: object }, part: string): unknown =>
  (search as Record<string, unknown>)[part]

/**
 * While mounted, leaving the page requires a confirmation, because typed text would be lost. `text` is shown in the
 * confirmation.
 */
export function LeaveQuestion({ text, part }: LeaveQuestionProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname ||
      (part !== undefined && partOf(current, part) !== partOf(next, part)),
    enableBeforeUnload: true, // the browser's dialog, because pages cannot show their own on unload
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      onClose={() => reset?.()}
      title={leaving.title}
      confirmLabel={leaving.leave}
      cancelLabel={leaving.stay}
      onConfirm={() => proceed?.()}
    >
      {text}
    </ConfirmDialog>
  )
}
