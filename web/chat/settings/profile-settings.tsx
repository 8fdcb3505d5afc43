import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { updateProfile } from '#chatapp/accounts/sessions/contract.ts'
import type { StartedSession } from '#chatapp/accounts/sessions/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { call, errorText } from '../api/client.ts'
import { common, fields } from '../messages.ts'
import { settings } from './messages.ts'

export function ProfileSettings({ session }: { session: StartedSession }) {
  const client = useQueryClient()
  const [name, setName] = useState(session.name)
  const save = useMutation({
    mutationFn: (name: string) => call(updateProfile, { body: { name, profile_image_url: '' } }),
    onSuccess: () => {
      toast({ text: common.saved })
      return client.invalidateQueries({ queryKey: ['session'] })
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate(name.trim())
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {save.error && <Notice kind="failure">{errorText(save.error)}</Notice>}
      <Field
        label={fields.name}
        value={name}
        maxLength={100}
        autoComplete="name"
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Field label={fields.email} value={session.email} readOnly hint={settings.emailNote} />
      <div>
        <Button
          type="submit"
          look="primary"
          busy={save.isPending}
          disabled={!name.trim() || name.trim() === session.name}
        >
          {common.save}
        </Button>
      </div>
    </form>
  )
}
