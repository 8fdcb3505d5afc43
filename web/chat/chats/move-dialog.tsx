import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { common } from '../messages.ts'
import { foldersQuery, type Destination } from './folder-queries.ts'
import { folders as texts } from './messages.ts'

const NONE = ''
const NEW = 'new'

export interface MoveDialogProps {
  busy: boolean
  onClose(): void
  onMove(to: Destination): void
}

export function MoveDialog({ busy, onClose, onMove }: MoveDialogProps) {
  const { data: known = [] } = useQuery(foldersQuery)
  const [chosen, setChosen] = useState<string | null>(null)
  const [name, setName] = useState('')
  const to = chosen ?? known[0]?.id ?? NEW
  const isReady = to !== NEW || name.trim() !== ''
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isReady) return
    onMove(to === NEW ? { newFolder: name.trim() } : { folderId: to === NONE ? null : to })
  }
  const label = (id: string | null): string => {
    const folder = known.find((folder) => folder.id === id)
    if (!folder) return ''
    return folder.parent_id === null ? folder.name : `${label(folder.parent_id)} / ${folder.name}`
  }
  return (
    <Dialog open onClose={onClose} title={texts.moveTitle} closeLabel={common.close}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <SelectField
          label={texts.folder}
          value={to}
          onChange={(event) => setChosen(event.currentTarget.value)}
          options={[
            ...known.map(({ id }) => ({ value: id, label: label(id) })),
            { value: NEW, label: texts.newFolder },
            { value: NONE, label: texts.noFolder },
          ]}
        />
        {to === NEW && (
          <Field
            label={texts.name}
            value={name}
            maxLength={100}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" look="primary" busy={busy} disabled={!isReady}>
            {texts.move}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
