import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { errorText } from '../kit/api.ts'
import { artifacts as texts } from './messages.ts'
import { common } from '../kit/messages.ts'
import type { ArtifactView } from '#features/artifacts/schema.ts'
import { useDelete } from './queries.ts'

export interface DeleteDialogProps {
  artifact: Pick<ArtifactView, 'id' | 'title'>
  open: boolean
  onClose(): void
  onDeleted?(): void
}

export function DeleteDialog({ artifact: { id, title }, open, onClose, onDeleted }: DeleteDialogProps) {
  const remove = useDelete(() => {
    toast({ text: texts.deleted(title) })
    onClose()
    onDeleted?.()
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={texts.deleteTitle(title)}
      confirmLabel={texts.deleteAct}
      cancelLabel={common.cancel}
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(id, { onError: (error) => toast({ text: errorText(error), failure: true }) })
      }
    >
      {texts.deleteText}
    </ConfirmDialog>
  )
}
