import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Download, Trash2, UserX } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { deleteAllChats } from '#chatapp/chats/contract.ts'
import { exportOwnData } from '#chatapp/own-data/contract.ts'
import { deleteOwnAccount } from '#features/people/contract.ts'
import { leaveAccount } from '../../ui/account-page.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { hrefOf } from '../../ui/href.ts'
import { Notice } from '../../ui/notice.tsx'
import { notifyTabs } from '../../ui/tabs.ts'
import { call, errorText } from '../api/client.ts'
import { common } from '../messages.ts'
import { dataTexts as texts } from './data-messages.ts'

export interface OwnDataProps {
  /** Null if the person may not delete their own account. */
  ownEmail: string | null
}

export function OwnDataSettings({ ownEmail }: OwnDataProps) {
  const [deleting, setDeleting] = useState<'chats' | 'account'>()
  const close = () => setDeleting(undefined)
  return (
    <>
      <section aria-label={texts.allTitle} className="flex flex-col gap-3 border-t border-line pt-4">
        <h3 className="text-14 font-medium">{texts.allTitle}</h3>
        <p className="text-13 text-muted">{texts.allText}</p>
        <a
          href={hrefOf(exportOwnData)}
          download
          className="inline-flex min-h-hit items-center gap-2 self-start rounded-m border border-line bg-raised px-3 text-14 font-medium shadow-1 hover:bg-hover [&_svg]:size-4"
        >
          <Download aria-hidden />
          {texts.exportData}
        </a>
      </section>
      <section aria-label={texts.deleteTitle} className="flex flex-col gap-3 border-t border-line pt-4">
        <h3 className="text-14 font-medium">{texts.deleteTitle}</h3>
        <p className="text-13 text-muted">{texts.deleteText}</p>
        <Button icon={<Trash2 aria-hidden />} className="self-start" onClick={() => setDeleting('chats')}>
          {texts.deleteOpen}
        </Button>
      </section>
      {ownEmail !== null && (
        <section aria-label={texts.accountTitle} className="flex flex-col gap-3 border-t border-line pt-4">
          <h3 className="text-14 font-medium">{texts.accountTitle}</h3>
          <p className="text-13 text-muted">{texts.accountText}</p>
          <Button icon={<UserX aria-hidden />} className="self-start" onClick={() => setDeleting('account')}>
            {texts.accountOpen}
          </Button>
        </section>
      )}
      {deleting === 'chats' && <DeleteChats onClose={close} />}
      {deleting === 'account' && ownEmail !== null && <DeleteAccount email={ownEmail} onClose={close} />}
    </>
  )
}

function DeleteChats({ onClose }: { onClose(): void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () => call(deleteAllChats),
    async onSuccess() {
      client.removeQueries({ queryKey: ['chat'] })
      notifyTabs()
      await navigate({ to: '/' })
      await client.invalidateQueries({ queryKey: ['chats'] })
    },
  })
  return (
    <TypedConfirmation
      title={texts.deleteTitle}
      text={texts.deleteText}
      word={texts.deleteWord}
      action={texts.deleteAll}
      remove={remove}
      onClose={onClose}
    />
  )
}

function DeleteAccount({ email, onClose }: { email: string; onClose(): void }) {
  const remove = useMutation({
    mutationFn: () => call(deleteOwnAccount, { body: { confirm_email: email } }),
    onSuccess: () => leaveAccount('/auth'),
  })
  return (
    <TypedConfirmation
      title={texts.accountTitle}
      text={texts.accountText}
      word={email}
      action={texts.accountTitle}
      remove={remove}
      onClose={onClose}
    />
  )
}

interface TypedConfirmationProps {
  title: string
  text: string
  /** The person types this text before the button works. */
  word: string
  action: string
  remove: { mutate(): void; isPending: boolean; error: Error | null }
  onClose(): void
}

function TypedConfirmation({ title, text, word, action, remove, onClose }: TypedConfirmationProps) {
  const [typed, setTyped] = useState('')
  const isConfirmed = typed.trim().toLocaleLowerCase() === word
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isConfirmed) remove.mutate()
  }
  return (
    <Dialog open onClose={onClose} title={title} closeLabel={common.close}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-14 text-muted">{text}</p>
        {remove.error && <Notice kind="failure">{errorText(remove.error)}</Notice>}
        <Field
          label={texts.deleteType(word)}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" look="danger" disabled={!isConfirmed} busy={remove.isPending}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
