import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { errorText } from '../api/client.ts'
import { updateProfile, type Session } from '../api/session.ts'
import { messages } from '../messages.ts'

export function ProfileSettings({ session }: { session: Session }) {
  const client = useQueryClient()
  const [name, setName] = useState(session.name)
  const save = useMutation({
    mutationFn: updateProfile,
    onSuccess: () => {
      toast({ text: messages.common.saved })
      return client.invalidateQueries({ queryKey: ['session'] })
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate({ name: name.trim() })
  }
  const { session: texts, settings, common } = messages
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {save.error && <Notice kind="failure">{errorText(save.error)}</Notice>}
      <Field
        label={texts.name}
        value={name}
        maxLength={100}
        autoComplete="name"
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Field label={texts.email} value={session.email} readOnly hint={settings.emailNote} />
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
