import { useState } from 'react'
import { chats as texts } from './messages.ts'
import type { ChatAct } from './chat-menu.tsx'
import { useChatMutations, type Subject } from './mutations.ts'
import { RenameDialog } from './rename-dialog.tsx'

/**
 * Carry out what a chat's menu offers. Returns the way to do it and the dialog that asks for a new name.
 * @param onFocusLost The control that asked has gone together with its chat.
 */
export function useChatActs(onGone: (chatId: string) => void, onFocusLost?: () => void) {
  const mutations = useChatMutations({ onGone })
  const [renamed, setRenamed] = useState<Subject | null>(null)
  const close = () => setRenamed(null)
  const keepFocus = () =>
    void requestAnimationFrame(() => document.activeElement === document.body && onFocusLost?.())

  function act(kind: ChatAct, chat: Subject) {
    if (kind === 'rename') setRenamed(chat)
    else if (kind === 'delete') mutations.remove.mutate(chat, { onSuccess: keepFocus })
    else mutations[kind].mutate(chat)
  }

  const dialogs = renamed && (
    <RenameDialog
      title={renamed.title || texts.untitled}
      busy={mutations.rename.isPending}
      onClose={close}
      onRename={(title) => mutations.rename.mutate({ id: renamed.id, title }, { onSuccess: close })}
    />
  )
  return { act, dialogs }
}
