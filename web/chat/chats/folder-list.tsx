import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChevronRight, Ellipsis, Folder, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { FolderView } from '#chatapp/chats/folders/schema.ts'
import type { ChatSummary } from '#chatapp/chats/schema.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { cx } from '../../ui/cx.ts'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { common } from '../messages.ts'
import { RenameDialog } from './act-dialogs.tsx'
import type { ChatAct } from './chat-menu.tsx'
import { ChatRow } from './chat-row.tsx'
import { useChatDrop } from './drag.ts'
import { folderChatsQuery, foldersQuery, useFolderMutations } from './folder-queries.ts'
import { chats, folders as texts } from './messages.ts'
import { MoreButton } from './more-button.tsx'

type OnAct = (act: ChatAct, chat: ChatSummary) => void

export function FolderList({ onAct }: { onAct: OnAct }) {
  const { data: all = [] } = useQuery(foldersQuery)
  const mutations = useFolderMutations()
  const [asked, setAsked] = useState<{ act: 'rename' | 'delete'; folder: FolderView } | null>(null)
  if (all.length === 0) return null
  const close = () => setAsked(null)
  const rows = (parentId: string | null) =>
    all
      .filter(({ parent_id }) => parent_id === parentId)
      .map((folder) => (
        <FolderItem
          key={folder.id}
          folder={folder}
          onToggle={() => mutations.expand.mutate({ id: folder.id, is_expanded: !folder.is_expanded })}
          onAsk={(act) => setAsked({ act, folder })}
          onChats={(ids) => mutations.move.mutate({ ids, to: { folderId: folder.id } })}
        >
          {parentId === null && rows(folder.id)}
          <FolderChats folder={folder} onAct={onAct} />
        </FolderItem>
      ))
  return (
    <section aria-label={texts.heading}>
      <h2 className="px-2 pt-3 pb-1 text-12 font-medium text-faint">{texts.heading}</h2>
      <ul>{rows(null)}</ul>
      {asked?.act === 'rename' && (
        <RenameDialog
          heading={texts.renameTitle}
          title={asked.folder.name}
          busy={mutations.rename.isPending}
          onClose={close}
          onRename={(name) => mutations.rename.mutate({ id: asked.folder.id, name }, { onSuccess: close })}
        />
      )}
      {asked?.act === 'delete' && (
        <ConfirmDialog
          open
          onClose={close}
          title={texts.deleteTitle}
          confirmLabel={texts.deleteAct}
          cancelLabel={common.cancel}
          busy={mutations.remove.isPending}
          onConfirm={() => mutations.remove.mutate(asked.folder.id, { onSuccess: close })}
        >
          {texts.deleteText(asked.folder.name)}
        </ConfirmDialog>
      )}
    </section>
  )
}

export const folderElementId = (id: string): string => `folder-${id}`

interface FolderItemProps {
  folder: FolderView
  onToggle(): void
  onAsk(act: 'rename' | 'delete'): void
  onChats(ids: readonly string[]): void
  children: React.ReactNode
}

function FolderItem({ folder, onToggle, onAsk, onChats, children }: FolderItemProps) {
  const { isOver, place } = useChatDrop(onChats)
  return (
    <li>
      {/* Only pointers can drop chats here. Keyboard users move a chat with its menu. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div {...place} className={cx('group/row relative rounded-m', isOver && 'outline-2 outline-accent')}>
        <button
          id={folderElementId(folder.id)}
          type="button"
          aria-expanded={folder.is_expanded}
          onClick={onToggle}
          className="group/fold flex min-h-hit w-full items-center gap-2 rounded-m ps-2 pe-9 text-start text-14 hover:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted"
        >
          <Folder aria-hidden />
          <span dir="auto" className="truncate">
            {folder.name}
          </span>
          <ChevronRight
            aria-hidden
            className="transition-transform group-aria-expanded/fold:rotate-90 rtl:-scale-x-100 rtl:group-aria-expanded/fold:-rotate-90"
          />
        </button>
        <Menu
          trigger={
            <button
              type="button"
              aria-label={chats.menu(folder.name)}
              className="absolute end-0 top-1/2 inline-flex size-hit -translate-y-1/2 items-center justify-center rounded-s text-muted opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 hover:bg-hover hover:text-text data-[state=open]:opacity-100 pointer-coarse:opacity-100"
            >
              <Ellipsis aria-hidden className="size-4" />
            </button>
          }
        >
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onAsk('rename')}>
            {chats.rename}
          </MenuItem>
          <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => onAsk('delete')}>
            {chats.delete}
          </MenuItem>
        </Menu>
      </div>
      {folder.is_expanded && <ul className="ms-4 border-s border-line ps-1">{children}</ul>}
    </li>
  )
}

function FolderChats({ folder, onAct }: { folder: FolderView; onAct: OnAct }) {
  const list = useInfiniteQuery(folderChatsQuery(folder.id))
  const found = list.data?.pages.flat()
  return (
    <>
      {found?.map((chat) => (
        <ChatRow key={chat.id} chat={chat} onAct={onAct} />
      ))}
      {found?.length === 0 && <li className="px-2 py-1 text-13 text-faint">{texts.empty}</li>}
      {list.hasNextPage && (
        <li>
          <MoreButton list={list} />
        </li>
      )}
    </>
  )
}
