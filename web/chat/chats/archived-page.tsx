import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Archive, ArchiveRestore, Trash2 } from 'lucide-react'
import type { ChatSummary } from '#chatapp/chats/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { When } from '../../ui/when.tsx'
import { common } from '../messages.ts'
import { chats as texts } from './messages.ts'
import { MoreButton } from './more-button.tsx'
import { useChatMutations } from './mutations.ts'
import { archivedChatsQuery } from './queries.ts'

export function ArchivedChats() {
  const list = useInfiniteQuery(archivedChatsQuery)
  const { unarchive, remove } = useChatMutations({ onGone: () => {} })
  const chats = list.data?.pages.flat()
  if (list.isError)
    return (
      <div className="flex flex-col items-start gap-2 text-14 text-muted">
        <p>{texts.failed}</p>
        <Button onClick={() => void list.refetch()}>{common.retry}</Button>
      </div>
    )
  if (chats?.length === 0)
    return (
      <Empty icon={<Archive aria-hidden />} title={texts.archivedNone}>
        {texts.archivedEmpty}
      </Empty>
    )
  return (
    <>
      <ul className="divide-y divide-line">
        {chats?.map((chat) => (
          <ArchivedRow
            key={chat.id}
            chat={chat}
            onTakeBack={() => unarchive.mutate(chat.id)}
            onDelete={() => remove.mutate(chat)}
          />
        ))}
      </ul>
      <MoreButton list={list} />
    </>
  )
}

interface ArchivedRowProps {
  chat: ChatSummary
  onTakeBack(): void
  onDelete(): void
}

function ArchivedRow({ chat, onTakeBack, onDelete }: ArchivedRowProps) {
  const title = chat.title || texts.untitled
  return (
    <li className="flex items-center gap-2 py-1">
      <Link
        to="/c/$chatId"
        params={{ chatId: chat.id }}
        className="flex min-h-hit min-w-0 flex-1 flex-col justify-center rounded-s px-2 hover:bg-hover"
      >
        <span dir="auto" className="truncate text-14">
          {title}
        </span>
        <span className="text-12 text-faint">
          <When at={new Date(chat.updated_at * 1000).toISOString()} />
        </span>
      </Link>
      <IconButton label={texts.unarchiveLabel(title)} onClick={onTakeBack}>
        <ArchiveRestore aria-hidden />
      </IconButton>
      <IconButton label={texts.deleteLabel(title)} onClick={onDelete}>
        <Trash2 aria-hidden />
      </IconButton>
    </li>
  )
}
