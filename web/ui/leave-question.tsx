import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { leaving } from './leave-messages.ts'

export interface LeaveQuestionProps {
  text: string
  part?: string
  /** True after a click on a button that would discard the text, such as “Cancel”. */
  isLeaving?: boolean
  onStay?(): void
  onLeave?(): void
}

const partOf = ({ search }: { search: object }, part: string): unknown =>
  (search as Record<string, unknown>)[part]

/** Leaving the page requires a confirmation, because typed text would be lost. */
export function LeaveQuestion({ text, part, isLeaving = false, onStay, onLeave }: LeaveQuestionProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname ||
      (part !== undefined && partOf(current, part) !== partOf(next, part)),
    enableBeforeUnload: true, // uses the browser's dialog, because a page cannot show its own dialog on unload
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={status === 'blocked' || isLeaving}
      onClose={() => (isLeaving ? onStay?.() : reset?.())}
      title={leaving.title}
      confirmLabel={leaving.leave}
      cancelLabel={leaving.stay}
      onConfirm={() => (isLeaving ? onLeave?.() : proceed?.())}
    >
      {text}
    </ConfirmDialog>
  )
}
