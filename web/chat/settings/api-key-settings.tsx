import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { errorText } from '../api/client.ts'
import { createApiKey, deleteApiKey, readApiKey } from '../api/keys.ts'
import { messages } from '../messages.ts'

export function ApiKeySettings() {
  const client = useQueryClient()
  const known = useQuery({ queryKey: ['api-key'], queryFn: ({ signal }) => readApiKey(signal) })
  const [asking, setAsking] = useState<'replace' | 'revoke' | null>(null)
  const refresh = () => {
    setAsking(null)
    return client.invalidateQueries({ queryKey: ['api-key'] })
  }
  const create = useMutation({ mutationFn: createApiKey, onSuccess: refresh, onError: () => setAsking(null) })
  const revoke = useMutation({
    mutationFn: deleteApiKey,
    onSuccess: () => {
      create.reset()
      toast({ text: messages.settings.keyRevoked })
      return refresh()
    },
    onError: () => setAsking(null),
  })

  const { settings } = messages
  const value = create.data?.api_key ?? known.data?.value ?? null
  const exists = value !== null || Boolean(known.data)
  const error = known.error ?? create.error ?? revoke.error
  return (
    <div className="flex flex-col gap-4">
      <p className="text-14 text-muted">{settings.keyText}</p>
      {error && <Notice kind="failure">{errorText(error)}</Notice>}
      {value !== null && <KeyValue value={value} onceOnly={create.data !== undefined} />}
      {exists && value === null && (
        <Notice kind="info">{settings.keyExists(known.data?.hint ?? null)}</Notice>
      )}
      {known.isSuccess && (
        <div className="flex flex-wrap gap-2">
          <Button
            look={exists ? 'plain' : 'primary'}
            busy={create.isPending}
            onClick={() => (exists ? setAsking('replace') : create.mutate())}
          >
            {exists ? settings.replaceKey : settings.createKey}
          </Button>
          {exists && <Button onClick={() => setAsking('revoke')}>{settings.revokeKey}</Button>}
        </div>
      )}
      <ConfirmDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={asking === 'revoke' ? settings.revokeKeyTitle : settings.replaceKeyTitle}
        confirmLabel={asking === 'revoke' ? settings.revokeKey : settings.replaceKey}
        cancelLabel={messages.common.cancel}
        busy={create.isPending || revoke.isPending}
        onConfirm={() => (asking === 'revoke' ? revoke.mutate() : create.mutate())}
      >
        {asking === 'revoke' ? settings.revokeKeyText : settings.replaceKeyText}
      </ConfirmDialog>
    </div>
  )
}

function KeyValue({ value, onceOnly }: { value: string; onceOnly: boolean }) {
  const { settings, common } = messages
  return (
    <Field
      label={settings.yourKey}
      value={value}
      readOnly
      dir="ltr"
      spellCheck={false}
      hint={onceOnly ? settings.keyShown : undefined}
      onFocus={(event) => event.currentTarget.select()}
      trailing={<CopyButton label={common.copy} copiedLabel={common.copied} text={() => value} />}
    />
  )
}
