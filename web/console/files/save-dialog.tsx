import { useQuery } from '@tanstack/react-query'
import type { HubFileText } from '#features/files/schema.ts'
import { ChangedLines } from '../../ui/artifacts/compare/changed-lines.tsx'
import { changesBetween } from '../../ui/artifacts/compare/changes.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { errorText, hasCode } from '../kit/api.ts'
import { common } from '../kit/messages.ts'
import { files } from './messages.ts'
import { Problems } from './problems.tsx'
import { checkQuery, fileQuery, useSave } from './queries.ts'

export type Edited = Pick<HubFileText, 'path' | 'text'> & { hash: string | null }

export interface SaveDialogProps {
  hub: string
  from: Edited
  text: string
  onClose(): void
  onSaved(): void
}

export function SaveDialog({ hub, from, text, onClose, onSaved }: SaveDialogProps) {
  const { path } = from
  const check = useQuery(checkQuery({ hub, path, text }))
  const save = useSave(() => {
    toast({ text: files.saved(path) })
    onSaved()
  })
  const isConflict = hasCode(save.error, 'file_conflict')
  const theirs = useQuery({ ...fileQuery(hub, path), enabled: isConflict }).data
  const base = isConflict && theirs ? theirs : from
  const isGood = check.data?.problems.length === 0
  const submit = () => save.mutate({ hub, path, text, expected_hash: base.hash })
  return (
    <Dialog
      open
      onClose={onClose}
      title={files.reviewTitle(path)}
      closeLabel={common.close}
      className="max-w-3xl"
    >
      <div className="flex flex-col gap-4">
        {isConflict ? (
          <Notice kind="attention" title={files.conflict}>
            {files.conflictText}
          </Notice>
        ) : (
          save.error && <Notice kind="failure">{errorText(save.error)}</Notice>
        )}
        <FileChanges before={base.text} after={text} />
        <div role="status">
          {check.isPending && <p className="text-13 text-muted">{files.checking}</p>}
          {check.error && <Notice kind="failure">{errorText(check.error)}</Notice>}
          {isGood && <p className="text-13 text-muted">{files.good}</p>}
          {check.data && <Problems problems={check.data.problems} />}
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          {isConflict ? (
            <Button onClick={onSaved}>{files.theirs}</Button>
          ) : (
            <Button onClick={onClose}>{common.cancel}</Button>
          )}
          <Button look="primary" busy={save.isPending} disabled={!isGood} onClick={submit}>
            {isConflict ? files.mine : files.save}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function FileChanges({ before, after }: { before: string; after: string }) {
  const { data, isPending } = useQuery({
    queryKey: ['file-changes', before, after],
    queryFn: () => changesBetween(before, after),
    gcTime: 0,
  })
  if (isPending) return <Skeleton className="h-32 w-full rounded-m" />
  if (!data) return <p className="text-13 text-muted">{files.tooMuch}</p>
  if (data.length === 0) return <p className="text-13 text-muted">{files.nothing}</p>
  return (
    <div className="max-h-[50dvh] overflow-auto rounded-m border border-line">
      <ChangedLines changes={data} />
    </div>
  )
}
