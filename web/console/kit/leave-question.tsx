import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { leaving } from './messages.ts'

export interface LeaveQuestionProps {
  text: string
  part?: string
}

const partOf = ({ search }: { search: object }, part: string): unknown =>
  (search as Record<string, unknown>)[part]

/** Leaving the page requires a confirmation, because typed text would be lost. */
export function LeaveQuestion({ text, part }: LeaveQuestionProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname ||
      (part !== undefined && partOf(current, part) !== partOf(next, part)),
    enableBeforeUnload: true, // uses the browser's dialog, because a page cannot show its own dialog on unload
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
