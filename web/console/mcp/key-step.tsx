import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { KeyView, NewKey } from '#chatapp/accounts/keys/schema.ts'
import { Button } from '../../ui/button.tsx'
import { KeyForm } from '../../ui/keys/key-form.tsx'
import { KeyList } from '../../ui/keys/key-list.tsx'
import { KeyValue } from '../../ui/keys/key-value.tsx'
import { keyMessages } from '../../ui/keys/messages.ts'
import { useKeys, type Keys } from '../../ui/keys/use-keys.ts'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { ApiError } from '../../ui/call.ts'
import { call, errorText } from '../kit/api.ts'
import type { McpHub } from './queries.ts'
import { mcp } from './messages.ts'
import { KEY_PLACE } from './clients.ts'

export interface KeyStepProps {
  hub: McpHub
  hubs: readonly McpHub[]
  program: string
  made: NewKey | null
  onMade(key: NewKey | null): void
}

export function KeyStep(props: KeyStepProps) {
  const keys = useKeys(call)
  const { known } = keys
  return (
    <section aria-labelledby="mcp-key" className="flex flex-col gap-3">
      <div>
        <h2 id="mcp-key" className="text-16 font-semibold">
          {mcp.keyTitle}
        </h2>
        <p className="text-muted">
          {mcp.keyText} {props.made ? '' : mcp.keyPlace(KEY_PLACE)}
        </p>
      </div>
      {known.isPending ? (
        <Skeleton className="h-24 w-full rounded-l" />
      ) : known.error && !known.data ? (
        <NoKeys error={known.error} />
      ) : (
        <OwnKeys {...props} keys={keys} />
      )}
    </section>
  )
}

const NoKeys = ({ error }: { error: unknown }) => (
  <Notice kind="attention">
    {error instanceof ApiError && error.status === 403 ? errorText(error) : mcp.keysElsewhere}{' '}
    <a href="/" className="text-accent-text underline underline-offset-4">
      {mcp.keyLink}
    </a>
  </Notice>
)

function OwnKeys({ hub, hubs, program, made, onMade, keys }: KeyStepProps & { keys: Keys }) {
  const { known, creation, revocation } = keys
  const [creating, setCreating] = useState(false)
  const own = (known.data?.items ?? []).filter((key) => isFor(key, hub.slug))
  const nameOf = (slug: string) => hubs.find((other) => other.slug === slug)?.name ?? slug

  async function revoke(key: KeyView) {
    await revocation.mutateAsync(key.id).then(
      () => toast({ text: keyMessages.revoked }),
      (error) => toast({ text: errorText(error), failure: true }),
    )
    if (made?.id === key.id) onMade(null)
  }
  return (
    <>
      {made ? (
        <div className="flex flex-col gap-3 rounded-l border border-line bg-sunken p-4">
          <KeyValue name={made.name} value={made.api_key} />
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <Button onClick={() => onMade(null)}>{keyMessages.done}</Button>
            <p className="text-13 text-muted">{mcp.keyFilled}</p>
          </div>
        </div>
      ) : creating || own.length === 0 ? (
        <KeyForm
          hubs={hubs}
          suggestedName={program}
          suggestedHub={hub.slug}
          busy={creation.isPending}
          error={creation.error && errorText(creation.error)}
          onCreate={(draft) =>
            creation.mutate(draft, {
              onSuccess(key) {
                setCreating(false)
                onMade(key)
              },
            })
          }
          onCancel={own.length === 0 ? null : () => setCreating(false)}
        />
      ) : (
        <Button className="self-start" icon={<Plus aria-hidden />} onClick={() => setCreating(true)}>
          {keyMessages.createNew}
        </Button>
      )}
      {own.length > 0 && (
        <KeyList keys={own} hubName={nameOf} busy={revocation.isPending} onRevoke={revoke} />
      )}
    </>
  )
}

const isFor = ({ hubs }: KeyView, slug: string): boolean => hubs === null || hubs.includes(slug)
