import { useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { common } from '../messages.ts'
import { chats as texts } from './messages.ts'
import type { ChatAct } from './chat-menu.tsx'
import { useChatMutations, type Subject } from './mutations.ts'
import { RenameDialog } from './rename-dialog.tsx'

/**
 * Carry out what a chat's menu offers. Returns the way to do it and the dialogs that ask before.
 * @param onFocusLost The control that asked has gone together with its chat.
 */
export function useChatActs(onGone: (chatId: string) => void, onFocusLost?: () => void) {
  const mutations = useChatMutations({ onGone })
  const [asked, setAsked] = useState<{ act: 'rename' | 'delete'; chat: Subject } | null>(null)
  const close = () => setAsked(null)
  const closeForGood = () => {
    close()
    requestAnimationFrame(() => document.activeElement === document.body && onFocusLost?.())
  }

  function act(kind: ChatAct, chat: Subject) {
    if (kind === 'rename' || kind === 'delete') setAsked({ act: kind, chat })
    else mutations[kind].mutate(chat)
  }

  const dialogs = asked && (
    <ActDialog
      act={asked.act}
      title={asked.chat.title || texts.untitled}
      busy={mutations.rename.isPending || mutations.remove.isPending}
      onClose={close}
      onRename={(title) => mutations.rename.mutate({ id: asked.chat.id, title }, { onSuccess: close })}
      onDelete={() => mutations.remove.mutate(asked.chat, { onSuccess: closeForGood })}
    />
  )
  return { act, dialogs }
}

interface ActDialogProps {
  act: 'rename' | 'delete'
  title: string
  busy: boolean
  onClose(): void
  onRename(title: string): void
  onDelete(): void
}

function ActDialog({ act, title, busy, onClose, onRename, onDelete }: ActDialogProps) {
  if (act === 'rename')
    return <RenameDialog title={title} busy={busy} onClose={onClose} onRename={onRename} />
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={texts.deleteTitle}
      confirmLabel={texts.deleteAct}
      cancelLabel={common.cancel}
      busy={busy}
      onConfirm={onDelete}
    >
      {texts.deleteText(title)}
    </ConfirmDialog>
  )
}
