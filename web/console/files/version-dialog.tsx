import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { HubVersionView } from '#core/serving/schema.ts'
import type { HubVersionDiff } from '#features/files/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { errorText } from '../kit/api.ts'
import { common } from '../kit/messages.ts'
import { FileChanges } from './file-changes.tsx'
import { files } from './messages.ts'
import { diffQuery, useRestore } from './queries.ts'

export interface VersionDialogProps {
  hub: string
  shown: HubVersionView
  current: HubVersionView
  mayRestore: boolean
  onClose(): void
}

/** Shows the changes that a return to the version makes. */
export function VersionDialog({ hub, shown, current, mayRestore, onClose }: VersionDialogProps) {
  const diff = useQuery(diffQuery(hub, current.number, shown.number))
  const restore = useRestore(hub, (number) => {
    toast({ text: files.restored(shown.number, number) })
    onClose()
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={files.compareTitle(shown.number, current.number)}
      closeLabel={common.close}
      className="max-w-3xl"
    >
      <div className="flex flex-col gap-4">
        {restore.error && <Notice kind="failure">{errorText(restore.error)}</Notice>}
        {diff.error && <Notice kind="failure">{errorText(diff.error)}</Notice>}
        {diff.isPending && <Skeleton className="h-32 w-full rounded-m" />}
        {diff.data?.items.length === 0 && <p className="text-13 text-muted">{files.sameFiles}</p>}
        <ul className="flex flex-col gap-2">
          {diff.data?.items.map((item) => (
            <li key={item.path}>
              <ChangedFile {...item} />
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{common.close}</Button>
          {mayRestore && (
            <Button
              look="primary"
              busy={restore.isPending}
              disabled={!diff.data || diff.data.items.length === 0}
              onClick={() => restore.mutate({ hub, number: shown.number, expected_digest: current.digest })}
            >
              {files.goBack}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

function ChangedFile({ path, change, before, after }: HubVersionDiff['items'][number]) {
  const [isOpen, setOpen] = useState(false)
  const heading = `${files.changes[change]}: ${path}`
  if (before === null && after === null) return <p className="text-14 break-words">{heading}</p>
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-hit cursor-pointer text-14 break-words">{heading}</summary>
      {isOpen && <FileChanges before={before ?? ''} after={after ?? ''} />}
    </details>
  )
}
