import { useState, type FormEvent } from 'react'
import type { ChannelSetup } from '#features/messaging/setup/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { CHANNEL_LABELS } from '#ground/hub/channels.ts'
import { errorText } from '../kit/api.ts'
import { common, setups } from '../kit/messages.ts'
import { channelSetup } from './messages.ts'
import { useChannelSetup } from './mutations.ts'

export function ChannelDialog({ setup, onClose }: { setup: ChannelSetup; onClose(): void }) {
  const { hub, channel, fields, address, revision } = setup
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(fields.map(({ name, value }) => [name, value ?? ''])),
  )
  const { mutate, error, isPending } = useChannelSetup(hub)
  const open = fields.filter(({ is_secret: isSecret }) => !isSecret)
  // Stored secrets are kept only for the same server or account.
  const isSame = open.every(({ name, value }) => values[name]?.trim() === value)
  const isKept = (field: ChannelSetup['fields'][number]) => field.is_secret && field.is_set && isSame
  function submit(event: FormEvent) {
    event.preventDefault()
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))
    mutate({ channel, expected_revision: revision, values: given }, { onSuccess: onClose })
  }
  const labels: Readonly<Record<string, string>> = channelSetup.fields
  return (
    <Dialog
      open
      onClose={onClose}
      title={channelSetup.dialogTitle(CHANNEL_LABELS[channel])}
      closeLabel={common.close}
      className="max-w-lg"
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        {error && <Notice kind="failure">{errorText(error)}</Notice>}
        {address !== null && <Notice kind="info">{channelSetup.address(address)}</Notice>}
        {fields.map((field) => (
          <Field
            key={field.name}
            label={labels[field.name] ?? field.name}
            hint={isKept(field) ? setups.secretStays : undefined}
            type={field.is_secret ? 'password' : 'text'}
            value={values[field.name] ?? ''}
            required={!isKept(field)}
            autoComplete={field.is_secret ? 'new-password' : 'off'}
            dir="ltr"
            onChange={({ currentTarget: { value } }) => setValues((all) => ({ ...all, [field.name]: value }))}
          />
        ))}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" look="primary" busy={isPending}>
            {setups.tryAndSave}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
