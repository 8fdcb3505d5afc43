import { Archive, ArchiveRestore, FolderInput, Pin, PinOff, Trash2, UserRoundX, X } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import type { ChatSummary } from '#chatapp/chats/schema.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useFolderMutations } from '../folder-queries.ts'
import { chats as texts } from '../messages.ts'
import { MoveDialog } from '../move-dialog.tsx'
import { useBatch, useUnsharing, type Batch } from './batch.ts'
import { searchTexts } from './messages.ts'
import type { Selection } from './selection.ts'

export interface SelectionBarProps {
  selection: Selection<ChatSummary>
  isArchive: boolean
}

export function SelectionBar({ selection, isArchive }: SelectionBarProps) {
  const { items, clear } = selection
  const ids = items.map(({ id }) => id)
  const [isMoving, setMoving] = useState(false)
  const done = () => {
    setMoving(false)
    clear()
    document.querySelector('main')?.focus() // the bar unmounts with the focused button, so the page takes the focus
  }
  const batch = useBatch(done)
  const unshare = useUnsharing(done)
  const shared = items.filter(({ share_id }) => share_id !== null).map(({ id }) => id)
  const { move } = useFolderMutations()
  useEscape(ids.length > 0 && !isMoving, clear)
  if (ids.length === 0) return null
  const busy = batch.isPending || move.isPending || unshare.isPending
  const button = (act: Batch['act'], icon: ReactNode, label: string, which: readonly string[] = ids) => (
    <Button busy={busy} onClick={() => batch.mutate({ act, ids: which })}>
      {icon}
      {label}
    </Button>
  )
  const open = idsOf(items, ({ archived }) => !archived)
  const unpinned = idsOf(items, ({ pinned }) => !pinned)
  return (
    <section
      aria-label={searchTexts.selection}
      className="sticky bottom-2 mt-3 flex flex-wrap items-center gap-2 rounded-l border border-line bg-raised p-2 shadow-2"
    >
      <p role="status" className="ps-2 text-14 font-medium">
        {searchTexts.selected(ids.length)}
      </p>
      <Button look="quiet" onClick={selection.all}>
        {searchTexts.selectAll}
      </Button>
      <span className="flex-1" />
      {unpinned.length === 0
        ? button('unpin', <PinOff aria-hidden />, texts.unpin)
        : button('pin', <Pin aria-hidden />, texts.pin, unpinned)}
      {isArchive || open.length === 0
        ? button('unarchive', <ArchiveRestore aria-hidden />, texts.unarchive)
        : button('archive', <Archive aria-hidden />, texts.archive, open)}
      <Button busy={busy} onClick={() => setMoving(true)}>
        <FolderInput aria-hidden />
        {texts.move}
      </Button>
      {shared.length > 0 && (
        <Button busy={busy} onClick={() => unshare.mutate(shared)}>
          <UserRoundX aria-hidden />
          {searchTexts.unshare}
        </Button>
      )}
      {button('delete', <Trash2 aria-hidden />, texts.delete)}
      <IconButton label={searchTexts.clearSelection} onClick={clear}>
        <X aria-hidden />
      </IconButton>
      {isMoving && (
        <MoveDialog
          busy={busy}
          onClose={() => setMoving(false)}
          onMove={(to) => move.mutate({ ids, to }, { onSuccess: done })}
        />
      )}
    </section>
  )
}

/**
 * Chats that the action changes. Chats that are already archived or pinned are left out, so that an undo does not
 * change them.
 */
const idsOf = (chats: readonly ChatSummary[], isMeant: (chat: ChatSummary) => boolean) =>
  chats.filter(isMeant).map(({ id }) => id)

function useEscape(isOn: boolean, act: () => void): void {
  useEffect(() => {
    if (!isOn) return
    const onKey = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}
