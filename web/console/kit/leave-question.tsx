import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { leaving } from './messages.ts'

/** While it is there, leaving the page is asked for first: what was typed would be lost. The text says what that is. */
export function LeaveQuestion({ text }: { text: string }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    enableBeforeUnload: true, // in the browser's own words, as no page may ask then
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
