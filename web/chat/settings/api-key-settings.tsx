import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { KeyForm } from '../../ui/keys/key-form.tsx'
import { KeyList } from '../../ui/keys/key-list.tsx'
import { KeyValue } from '../../ui/keys/key-value.tsx'
import { keyMessages } from '../../ui/keys/messages.ts'
import { SignInList } from '../../ui/keys/sign-ins.tsx'
import { useKeys } from '../../ui/keys/use-keys.ts'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { call, errorText } from '../api/client.ts'
import { listKeyHubs } from '../api/keys.ts'
import { settings as texts } from './messages.ts'

export function ApiKeySettings() {
  const { known, creation, revocation } = useKeys(call)
  const hubs = useQuery({ queryKey: ['key-hubs'], queryFn: ({ signal }) => listKeyHubs(signal) })
  const [creating, setCreating] = useState(false)
  const made = creation.data
  const hubName = (slug: string) => hubs.data?.find((hub) => hub.slug === slug)?.name ?? slug
  const failure = known.error ?? revocation.error
  return (
    <div className="flex flex-col gap-4">
      <p className="text-14 text-muted">
        {texts.keyText}{' '}
        <a href="/portal/mcp" className="text-accent-text underline underline-offset-4">
          {keyMessages.setUp}
        </a>
      </p>
      {failure && <Notice kind="failure">{errorText(failure)}</Notice>}
      {made ? (
        <div className="flex flex-col gap-3 rounded-l border border-line bg-sunken p-4">
          <KeyValue name={made.name} value={made.api_key} />
          <Button className="self-start" onClick={() => creation.reset()}>
            {keyMessages.done}
          </Button>
        </div>
      ) : creating ? (
        <KeyForm
          hubs={hubs.data ?? []}
          busy={creation.isPending}
          error={creation.error && errorText(creation.error)}
          onCreate={(draft) => creation.mutate(draft, { onSuccess: () => setCreating(false) })}
          onCancel={() => {
            setCreating(false)
            creation.reset()
          }}
        />
      ) : (
        <Button
          className="self-start"
          look="primary"
          icon={<Plus aria-hidden />}
          onClick={() => setCreating(true)}
        >
          {keyMessages.createNew}
        </Button>
      )}
      {known.isPending && <Skeleton className="h-28 w-full rounded-l" />}
      {known.data?.items.length === 0 && !made && !creating && (
        <p className="text-13 text-muted">{keyMessages.none}</p>
      )}
      {known.data && known.data.items.length > 0 && (
        <KeyList
          keys={known.data.items}
          hubName={hubName}
          busy={revocation.isPending}
          onRevoke={async (key) => {
            await revocation.mutateAsync(key.id).then(
              () => toast({ text: keyMessages.revoked }),
              () => {}, // ignored, because the list shows the error
            )
            if (made?.id === key.id) creation.reset()
          }}
        />
      )}
      <SignInList call={call} hubName={hubName} level={3} errorText={errorText} />
    </div>
  )
}
