import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { CodeSample } from '../../ui/code-sample.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { errorText } from '../kit/api.ts'
import { common } from '../kit/messages.ts'
import { notices } from './messages.ts'

const { webhook: texts } = notices

interface WebhookFormProps {
  onAdd(url: string): Promise<void>
  onClose(): void
}

interface WebhookDialogProps {
  /** Resolves to the signing secret. */
  onAdd(url: string): Promise<string>
  onClose(): void
}

export function WebhookDialog({ onAdd, onClose }: WebhookDialogProps) {
  const [secret, setSecret] = useState<string | null>(null)
  const title = secret === null ? texts.title : texts.secretTitle
  const text = secret === null ? texts.text : texts.secretText
  return (
    <Dialog open onClose={onClose} title={title} description={text} closeLabel={common.close}>
      {secret === null ? (
        <AddressForm onAdd={async (url) => setSecret(await onAdd(url))} onClose={onClose} />
      ) : (
        <div className="flex flex-col gap-4">
          <CodeSample
            label={texts.secretTitle}
            text={secret}
            copyLabel={common.copy}
            copiedLabel={common.copied}
          />
          <Button look="primary" onClick={onClose} className="self-end">
            {texts.done}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function AddressForm({ onAdd, onClose }: WebhookFormProps) {
  const [url, setUrl] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setError(null)
    onAdd(url.trim()).catch((failure: unknown) => {
      setError(errorText(failure))
      setBusy(false)
    })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label={texts.url}
        type="url"
        dir="ltr"
        required
        placeholder="https://example.com/hook"
        value={url}
        error={error}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button type="submit" look="primary" busy={busy}>
          {texts.add}
        </Button>
      </div>
    </form>
  )
}
