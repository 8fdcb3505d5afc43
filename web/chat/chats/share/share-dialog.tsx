import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.tsx'
import { When } from '../../../ui/when.tsx'
import type { OwnShare } from '#chatapp/shares/schema.ts'
import { errorText } from '../../api/client.ts'
import { common } from '../../messages.ts'
import { shareTexts as texts } from './messages.ts'
import { shareQuery, useLinkRevocation, useShareMutations } from './queries.ts'
import { ShareForm } from './share-form.tsx'

export interface ShareDialogProps {
  chat: { id: string; title: string }
  onClose(): void
  onChanged(): unknown
}

export function ShareDialog({ chat, onClose, onChanged }: ShareDialogProps) {
  const { data: share, error, refetch } = useQuery(shareQuery(chat.id))
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title(chat.title)}
      closeLabel={common.close}
      className="max-w-lg"
    >
      {share === undefined ? (
        error ? (
          <div className="flex flex-col items-start gap-2 text-14 text-muted">
            <p>{texts.failed}</p>
            <Button onClick={() => void refetch()}>{common.retry}</Button>
          </div>
        ) : (
          <Skeleton className="h-72 w-full" />
        )
      ) : (
        <div className="flex flex-col gap-5">
          {/* The key resets the form when a share begins or ends. */}
          <ShareForm key={share?.id ?? ''} chatId={chat.id} share={share} onChanged={onChanged} />
          {share && <Shared share={share} onEnded={onClose} onChanged={onChanged} />}
          <FileLinks chatId={chat.id} />
        </div>
      )}
    </Dialog>
  )
}

function FileLinks({ chatId }: { chatId: string }) {
  const revocation = useLinkRevocation(chatId)
  const [isConfirming, setConfirming] = useState(false)
  return (
    <section className="flex flex-col gap-1 border-t border-line pt-4 text-13">
      <h3 className="font-medium">{texts.links}</h3>
      <p className="text-muted">{texts.linksText}</p>
      <Button className="mt-3 self-start" onClick={() => setConfirming(true)}>
        {texts.revokeLinksAsk}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={texts.revokeLinksTitle}
        confirmLabel={texts.revokeLinks}
        cancelLabel={common.cancel}
        busy={revocation.isPending}
        onConfirm={() =>
          revocation.mutate(undefined, {
            onSuccess: () => toast({ text: texts.linksRevoked }),
            onError: (error) => toast({ text: errorText(error), failure: true }),
            onSettled: () => setConfirming(false),
          })
        }
      >
        {texts.revokeLinksText}
      </ConfirmDialog>
    </section>
  )
}

interface SharedProps {
  share: OwnShare
  onEnded(): void
  onChanged(): unknown
}

function Shared({ share, onEnded, onChanged }: SharedProps) {
  const { end } = useShareMutations(share.chat_id, onChanged)
  const address = `${window.location.origin}/s/${share.id}`
  return (
    <>
      <div className="flex items-center gap-2 rounded-m border border-line bg-sunken ps-3 text-13">
        <span dir="ltr" className="min-w-0 flex-1 truncate text-muted" title={address}>
          {address}
        </span>
        <CopyButton label={texts.copyAddress} copiedLabel={common.copied} text={() => address} />
      </div>
      <section className="flex flex-col gap-1 border-t border-line pt-4 text-13">
        <h3 className="font-medium">{texts.opened}</h3>
        {share.openings.length === 0 ? (
          <p className="text-muted">{texts.nobodyYet}</p>
        ) : (
          <ul className="max-h-32 overflow-y-auto">
            {share.openings.map(({ name, email, opened_at }) => (
              <li key={email} className="flex justify-between gap-4">
                <bdi className="truncate" title={email}>
                  {name || email}
                </bdi>
                <span className="shrink-0 text-faint">
                  <When at={new Date(opened_at * 1000).toISOString()} />
                </span>
              </li>
            ))}
          </ul>
        )}
        <Button
          className="mt-3 self-start"
          busy={end.isPending}
          onClick={() =>
            end.mutate(undefined, {
              onSuccess() {
                onEnded()
                toast({ text: texts.ended })
              },
              onError: (error) => toast({ text: errorText(error), failure: true }),
            })
          }
        >
          {texts.end}
        </Button>
      </section>
    </>
  )
}
