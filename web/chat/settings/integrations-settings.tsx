import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Blocks, CircleAlert, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { listProviders, removeProvider } from '#chatapp/integrations/contract.ts'
import type { EntryView } from '#chatapp/integrations/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { call, errorText } from '../api/client.ts'
import { common } from '../messages.ts'
import { draftOf } from './integrations-draft.ts'
import { ProviderForm } from './integrations-form.tsx'
import { connectionStates } from '../../ui/messages.ts'
import { integrationMessages as texts } from './integrations-messages.ts'

export function IntegrationSettings() {
  const client = useQueryClient()
  const known = useQuery({
    queryKey: ['providers'],
    queryFn: ({ signal }) => call(listProviders, { signal }),
  })
  const [editing, setEditing] = useState<EntryView | 'new' | null>(null)
  const [removing, setRemoving] = useState<EntryView | null>(null)
  const refresh = () =>
    Promise.all(['providers', 'connectable'].map((name) => client.invalidateQueries({ queryKey: [name] })))
  const removal = useMutation({
    mutationFn: ({ info }: EntryView) => call(removeProvider, { params: { server: info.id } }),
    onSuccess: () => toast({ text: texts.removed }),
    onSettled: () => {
      setRemoving(null)
      return refresh()
    },
  })
  if (editing)
    return (
      <ProviderForm
        before={editing === 'new' ? null : editing}
        redirectOrigin={known.data?.redirect_origin ?? window.location.origin}
        onCancel={() => setEditing(null)}
        onSaved={() => {
          toast({ text: texts.saved })
          setEditing(null)
          void refresh()
        }}
      />
    )
  const failure = known.error ?? removal.error
  const providers = known.data?.TOOL_SERVER_CONNECTIONS
  return (
    <div className="flex flex-col gap-4">
      <p className="text-14 text-muted">{texts.integrationsText}</p>
      {failure && (
        <Notice kind="failure" actions={<Button onClick={() => void known.refetch()}>{common.retry}</Button>}>
          {errorText(failure)}
        </Notice>
      )}
      {known.isPending && <Skeleton className="h-32 w-full rounded-l" />}
      {providers && <ProviderList providers={providers} onEdit={setEditing} onRemove={setRemoving} />}
      <ConfirmDialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={texts.removeTitle(removing?.info.name ?? '')}
        confirmLabel={texts.remove}
        cancelLabel={texts.cancel}
        busy={removal.isPending}
        onConfirm={() => removal.mutate(removing!)}
      >
        {texts.removeText(removing?.connections ?? 0)}
      </ConfirmDialog>
    </div>
  )
}

interface ListProps {
  providers: readonly EntryView[]
  onEdit(one: EntryView | 'new'): void
  onRemove(one: EntryView): void
}

function ProviderList({ providers, onEdit, onRemove }: ListProps) {
  const add = <AddButton onClick={() => onEdit('new')} />
  if (providers.length === 0)
    return (
      <Empty icon={<Blocks aria-hidden />} title={texts.noProviders} action={add}>
        {texts.noProvidersText}
      </Empty>
    )
  return (
    <>
      {add}
      <ul
        aria-label={texts.providersList}
        className="divide-y divide-line overflow-hidden rounded-l border border-line bg-raised"
      >
        {providers.map((one) => (
          <Row key={one.info.id} one={one} onEdit={() => onEdit(one)} onRemove={() => onRemove(one)} />
        ))}
      </ul>
    </>
  )
}

const AddButton = ({ onClick }: { onClick(): void }) => (
  <Button className="self-start" look="primary" icon={<Plus aria-hidden />} onClick={onClick}>
    {texts.add}
  </Button>
)

interface RowProps {
  one: EntryView
  onEdit(): void
  onRemove(): void
}

function Row({ one, onEdit, onRemove }: RowProps) {
  const { info, config, connections, problem } = one
  const name = info.name || info.id
  return (
    <li className="flex items-center gap-2 py-2.5 ps-4 pe-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 text-14 font-medium break-words">{name}</span>
          {!config.enable && <Badge>{texts.off}</Badge>}
          {problem && (
            <Badge tone="danger" icon={<CircleAlert aria-hidden />}>
              {connectionStates.misconfigured}
            </Badge>
          )}
        </p>
        <p className="text-12 break-words text-muted">
          {[
            texts.kinds[config.kind],
            new URL(one.url).host,
            whoText(one),
            connections === 0 ? texts.nobody : texts.people(connections),
          ].join(' · ')}
        </p>
        {problem && <p className="mt-0.5 text-13 break-words">{texts.refusesUs(problem)}</p>}
      </div>
      <IconButton label={texts.editOne(name)} onClick={onEdit}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton label={texts.removeOne(name)} onClick={onRemove}>
        <Trash2 aria-hidden />
      </IconButton>
    </li>
  )
}

const whoText = (one: EntryView): string => {
  const { who } = draftOf(one)
  return who === 'others' ? texts.whoOthers : texts.whoChoices[who]
}
