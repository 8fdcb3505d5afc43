import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Download, Trash2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { deleteAllChats } from '#chatapp/chats/contract.ts'
import { exportOwnData } from '#chatapp/own-data/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { hrefOf } from '../../ui/href.ts'
import { Notice } from '../../ui/notice.tsx'
import { notifyTabs } from '../../ui/tabs.ts'
import { call, errorText } from '../api/client.ts'
import { common } from '../messages.ts'
import { dataTexts as texts } from './data-messages.ts'

export function OwnDataSettings() {
  const [isDeleting, setDeleting] = useState(false)
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
        <Button icon={<Trash2 aria-hidden />} className="self-start" onClick={() => setDeleting(true)}>
          {texts.deleteOpen}
        </Button>
      </section>
      {isDeleting && <DeleteDialog onClose={() => setDeleting(false)} />}
    </>
  )
}

function DeleteDialog({ onClose }: { onClose(): void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const isConfirmed = typed.trim().toLocaleLowerCase() === texts.deleteWord
  const remove = useMutation({
    mutationFn: () => call(deleteAllChats),
    async onSuccess() {
      client.removeQueries({ queryKey: ['chat'] })
      notifyTabs()
      await navigate({ to: '/' })
      await client.invalidateQueries({ queryKey: ['chats'] })
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isConfirmed) remove.mutate()
  }
  return (
    <Dialog open onClose={onClose} title={texts.deleteTitle} closeLabel={common.close}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-14 text-muted">{texts.deleteText}</p>
        {remove.error && <Notice kind="failure">{errorText(remove.error)}</Notice>}
        <Field
          label={texts.deleteType(texts.deleteWord)}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" look="danger" disabled={!isConfirmed} busy={remove.isPending}>
            {texts.deleteAll}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
