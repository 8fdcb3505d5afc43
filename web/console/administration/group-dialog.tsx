import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import type { AdministeredGroup } from '#features/administration/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { errorText } from '../kit/api.ts'
import { common } from '../kit/messages.ts'
import { administration, groups } from './messages.ts'
import { useCreateGroup, useRenameGroup } from './queries.ts'

export function GroupDialog({ group, onClose }: { group: AdministeredGroup | null; onClose(): void }) {
  const [name, setName] = useState(group?.name ?? '')
  const [description, setDescription] = useState(group?.description ?? '')
  const navigate = useNavigate()
  const create = useCreateGroup()
  const rename = useRenameGroup(group?.id ?? '')
  const { error, isPending } = group ? rename : create
  function submit(event: FormEvent) {
    event.preventDefault()
    const form = { name: name.trim(), description: description.trim() }
    if (group) return rename.mutate(form, { onSuccess: onClose })
    create.mutate(form, {
      onSuccess: (made) => void navigate({ to: '/web-chat/groups/$group', params: { group: made.group.id } }),
    })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={group ? groups.renameTitle : groups.create}
      closeLabel={common.close}
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        {error && <Notice kind="failure">{errorText(error)}</Notice>}
        <Field
          label={groups.name}
          value={name}
          required
          maxLength={200}
          autoComplete="off"
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Field
          label={groups.description}
          value={description}
          maxLength={2000}
          autoComplete="off"
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" look="primary" busy={isPending}>
            {group ? administration.save : groups.create}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
