import { useState, type FormEvent } from 'react'
import type { BodyOf } from '#ground/api/contract.ts'
import type { testModelConnection } from '#features/administration/contract.ts'
import type { ModelConnection } from '#features/administration/schema.ts'
import { listed } from '../../ui/language.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { errorText } from '../kit/api.ts'
import { common } from '../kit/messages.ts'
import { administration, models } from './messages.ts'
import { useAddConnection, useEditConnection, useTestConnection } from './queries.ts'

export interface ConnectionDialogProps {
  revision: string
  connection: ModelConnection | null
  onClose(): void
}

export function ConnectionDialog({ revision, connection, onClose }: ConnectionDialogProps) {
  const [url, setUrl] = useState(connection?.url ?? '')
  const [key, setKey] = useState('')
  const [dropsKey, setDropsKey] = useState(false)
  const [prefix, setPrefix] = useState(connection?.prefix ?? '')
  const [ids, setIds] = useState(connection?.model_ids.join('\n') ?? '')
  const add = useAddConnection()
  const edit = useEditConnection()
  const { error, isPending } = connection ? edit : add
  const hasStored = connection !== null && connection.has_key && url.trim() === connection.url
  const given = dropsKey ? { key: '' } : key || !hasStored ? { key } : {}
  function submit(event: FormEvent) {
    event.preventDefault()
    const modelIds = ids.split('\n').map((id) => id.trim())
    const form = {
      expected_revision: revision,
      url: url.trim(),
      prefix: prefix.trim(),
      model_ids: modelIds.filter(Boolean),
      ...given,
    }
    const done = { onSuccess: onClose }
    if (connection) edit.mutate({ ...form, place: connection.place }, done)
    else add.mutate(form, done)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={connection ? models.editTitle : models.addTitle}
      closeLabel={common.close}
      className="max-w-lg"
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        {error && <Notice kind="failure">{errorText(error)}</Notice>}
        <Field
          label={models.url}
          hint={models.urlHint}
          type="url"
          dir="ltr"
          value={url}
          required
          autoComplete="off"
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <Field
          label={models.key}
          hint={keyHint(connection, hasStored)}
          type="password"
          dir="ltr"
          value={key}
          disabled={dropsKey}
          autoComplete="new-password"
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        {hasStored && <CheckField label={models.removeKey} checked={dropsKey} onChange={setDropsKey} />}
        <Trial body={{ url: url.trim(), ...given, ...(connection && { place: connection.place }) }} />
        <OfferFields prefix={prefix} onPrefix={setPrefix} ids={ids} onIds={setIds} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" look="primary" busy={isPending}>
            {connection ? administration.save : models.add}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const keyHint = (connection: ModelConnection | null, hasStored: boolean): string => {
  if (hasStored) return models.keyStays
  return connection?.has_key ? models.keyNeeded : models.keyHint
}

interface OfferFieldsProps {
  prefix: string
  onPrefix(prefix: string): void
  /** Model ids, one per line. */
  ids: string
  onIds(ids: string): void
}

const OfferFields = ({ prefix, onPrefix, ids, onIds }: OfferFieldsProps) => (
  <>
    <Field
      label={models.prefix}
      hint={models.prefixHint}
      dir="ltr"
      value={prefix}
      maxLength={64}
      autoComplete="off"
      onChange={(event) => onPrefix(event.currentTarget.value)}
    />
    <TextArea
      label={models.modelIds}
      hint={models.modelIdsHint}
      rows={3}
      code
      value={ids}
      onChange={(event) => onIds(event.currentTarget.value)}
    />
  </>
)

function Trial({ body }: { body: BodyOf<typeof testModelConnection> }) {
  const { mutate, data, error, isPending } = useTestConnection()
  return (
    <div className="flex flex-col items-start gap-2">
      <Button busy={isPending} disabled={body.url === ''} onClick={() => mutate(body)}>
        {models.test}
      </Button>
      <div role="status" className="w-full">
        {error && (
          <Notice kind="attention" title={models.failed}>
            {errorText(error)}
          </Notice>
        )}
        {data && (
          <Notice kind="info" title={models.works(data.models.length)}>
            <span className="line-clamp-3 font-mono text-12">{listed(data.models.slice(0, 30))}</span>
          </Notice>
        )}
      </div>
    </div>
  )
}
