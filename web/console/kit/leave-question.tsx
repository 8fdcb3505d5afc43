import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { leaving } from './messages.ts'

export interface LeaveQuestionProps {
  text: string
  /** Of the address's search: another value of it is another page. */
  part?: string
}

const partOf = ({ search }: { search: object }, part: string): unknown =>
  (search as Record<string, unknown>)[part]

/** While it is there, leaving the page is asked for first: what was typed would be lost. `text` says what that is. */
export function LeaveQuestion({ text, part }: LeaveQuestionProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname ||
      (part !== undefined && partOf(current, part) !== partOf(next, part)),
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
