import { useState } from 'react'
import { lazyOpened } from '../../ui/lazy-opened.tsx'
import { toast } from '../../ui/toast.tsx'
import { errorText } from '../api/client.ts'
import { chats as texts } from './messages.ts'
import type { ChatAct } from './chat-menu.tsx'
import { useFolderMutations } from './folder-queries.ts'
import { useChatMutations, useListChange, type ChatSubject } from './mutations.ts'

export const RenameDialog = lazyOpened(async () => (await import('./rename-dialog.tsx')).RenameDialog)
const MoveDialog = lazyOpened(async () => (await import('./move-dialog.tsx')).MoveDialog)
const ShareDialog = lazyOpened(async () => (await import('./share/share-dialog.tsx')).ShareDialog)

/** Milliseconds within which React removes the controls of a deleted chat. */
const DRAWN_MS = 3_000

/** Calls `onLost` when the focused element disappears, not when the focus moves. */
function whenFocusIsLost(onLost: () => void): void {
  const before = document.activeElement
  const deadline = performance.now() + DRAWN_MS
  const look = () => {
    const { activeElement, body } = document
    if (activeElement === body) onLost()
    else if (activeElement === before && performance.now() < deadline) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

const printAddress = (id: string) => `/print/${encodeURIComponent(id)}`

async function takeAlong(id: string, form: 'markdown' | 'json'): Promise<void> {
  try {
    const { exportChat } = await import('./taking.ts')
    await exportChat(id, form)
  } catch (error) {
    toast({ text: errorText(error), failure: true })
  }
}

export function useChatActs(onGone: (chatId: string) => void, onFocusLost?: () => void) {
  const mutations = useChatMutations({ onGone })
  const { refresh } = useListChange()
  const { move } = useFolderMutations()
  const [asked, setAsked] = useState<{ act: 'rename' | 'move' | 'share'; chat: ChatSubject } | null>(null)
  const close = () => setAsked(null)
  const keepFocus = () => whenFocusIsLost(() => onFocusLost?.())

  function act(kind: ChatAct, chat: ChatSubject) {
    if (kind === 'rename' || kind === 'move' || kind === 'share') setAsked({ act: kind, chat })
    else if (kind === 'print') window.open(printAddress(chat.id), '_blank', 'noopener')
    else if (kind === 'markdown' || kind === 'json') void takeAlong(chat.id, kind)
    else if (kind === 'delete') mutations.remove.mutate(chat, { onSuccess: keepFocus })
    else if (kind === 'unarchive') mutations.unarchive.mutate(chat.id)
    else mutations[kind].mutate(chat)
  }

  const renaming = asked?.act === 'rename' && (
    <RenameDialog
      title={asked.chat.title || texts.untitled}
      busy={mutations.rename.isPending}
      onClose={close}
      onRename={(title) => mutations.rename.mutate({ id: asked.chat.id, title }, { onSuccess: close })}
    />
  )
  const moving = asked?.act === 'move' && (
    <MoveDialog
      busy={move.isPending}
      onClose={close}
      onMove={(to) => move.mutate({ ids: [asked.chat.id], to }, { onSuccess: close })}
    />
  )
  const sharing = asked?.act === 'share' && (
    <ShareDialog
      chat={{ id: asked.chat.id, title: asked.chat.title || texts.untitled }}
      onClose={close}
      onChanged={refresh}
    />
  )
  return { act, dialogs: renaming || moving || sharing }
}
