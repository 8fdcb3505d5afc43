import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Fingerprint, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { PasskeyView } from '#chatapp/accounts/passkeys/schema.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { exactTime, relativeTime } from '../../ui/time.ts'
import { toast } from '../../ui/toast.tsx'
import { errorText } from '../api/client.ts'
import {
  canUsePasskeys,
  changePasskeyName,
  makePasskey,
  PasskeyDeclined,
  PasskeyKnown,
  passkeysQuery,
  removePasskey,
} from '../api/passkeys.ts'
import { common } from '../messages.ts'
import { PasskeyForm, PasskeyNameForm } from './passkey-forms.tsx'
import { passkeyTexts as texts } from './passkey-messages.ts'

export function PasskeySettings({ heading: Heading = 'h3' }: { heading?: 'h2' | 'h3' }) {
  const { known, making, renaming, removing } = usePasskeys()
  const [isAdding, setAdding] = useState(false)
  const [asking, setAsking] = useState<PasskeyView | null>(null)
  const close = () => {
    setAdding(false)
    making.reset()
  }
  const mayAdd = canUsePasskeys()
  const failure = known.error ?? making.error
  return (
    <section aria-labelledby="passkeys" className="flex flex-col gap-4">
      <div>
        <Heading id="passkeys" className="text-14 font-medium">
          {texts.title}
        </Heading>
        <p className="text-14 text-muted">{mayAdd ? texts.text : texts.unavailable}</p>
      </div>
      {failure && <Notice kind="failure">{problemText(failure)}</Notice>}
      {known.isPending && <Skeleton className="h-14 w-full rounded-l" />}
      {known.data && known.data.length > 0 && (
        <ul
          aria-label={texts.list}
          className="divide-y divide-line overflow-hidden rounded-l border border-line bg-raised"
        >
          {known.data.map((passkey) => (
            <Row
              key={passkey.id}
              passkey={passkey}
              onRename={(name) => renaming.mutateAsync({ id: passkey.id, name })}
              onRemove={() => setAsking(passkey)}
            />
          ))}
        </ul>
      )}
      {isAdding ? (
        <PasskeyForm
          busy={making.isPending}
          onSubmit={(form) => making.mutate(form, { onSuccess: close })}
          onCancel={close}
        />
      ) : (
        mayAdd &&
        known.data && (
          <Button className="self-start" onClick={() => setAdding(true)}>
            {texts.add}
          </Button>
        )
      )}
      <ConfirmDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={texts.removeTitle(asking?.name ?? '')}
        confirmLabel={texts.removeAct}
        cancelLabel={common.cancel}
        busy={removing.isPending}
        onConfirm={() => removing.mutate(asking!, { onSettled: () => setAsking(null) })}
      >
        {texts.removeText}
      </ConfirmDialog>
    </section>
  )
}

function problemText(error: Error): string {
  if (error instanceof PasskeyKnown) return texts.known
  return error instanceof PasskeyDeclined ? texts.declined : errorText(error)
}

function usePasskeys() {
  const client = useQueryClient()
  const known = useQuery(passkeysQuery)
  const outcome = {
    onError: (error: Error) => toast({ text: errorText(error), failure: true }),
    onSettled: () => client.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  }
  const making = useMutation({
    mutationFn: makePasskey,
    onSuccess: async ({ name }) => {
      await client.invalidateQueries({ queryKey: passkeysQuery.queryKey })
      toast({ text: texts.made(name) })
    },
  })
  const renaming = useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) => changePasskeyName(id, name),
    ...outcome,
  })
  const removing = useMutation({
    mutationFn: ({ id }: PasskeyView) => removePasskey(id),
    onSuccess: (_, { name }) => toast({ text: texts.removed(name) }),
    ...outcome,
  })
  return { known, making, renaming, removing }
}

interface RowProps {
  passkey: PasskeyView
  onRename(name: string): Promise<unknown>
  onRemove(): void
}

function Row({ passkey, onRename, onRemove }: RowProps) {
  const { name, created_at: createdAt, last_used_at: usedAt } = passkey
  const [isRenaming, setRenaming] = useState(false)
  const done = () => setRenaming(false)
  async function rename(next: string) {
    // Errors are ignored here, because the dialog shows them.
    await onRename(next).catch(() => {})
    done()
  }
  return (
    <li className="flex min-h-14 items-center gap-3 py-2.5 ps-4 pe-2">
      <Fingerprint aria-hidden className="size-5 shrink-0 text-muted" />
      {isRenaming ? (
        <PasskeyNameForm name={name} onSubmit={(next) => void rename(next)} onCancel={done} />
      ) : (
        <>
          <div className="min-w-0 flex-1">
            <p dir="auto" className="text-14 font-medium break-words">
              {name}
            </p>
            <p className="text-12 text-muted">
              <time title={exactTime(createdAt)}>{texts.added(relativeTime(createdAt))}</time>
              {' · '}
              {usedAt === null ? (
                texts.unused
              ) : (
                <time title={exactTime(usedAt)}>{texts.used(relativeTime(usedAt))}</time>
              )}
            </p>
          </div>
          <IconButton label={texts.rename(name)} onClick={() => setRenaming(true)}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton label={texts.remove(name)} onClick={onRemove}>
            <Trash2 aria-hidden />
          </IconButton>
        </>
      )}
    </li>
  )
}
