import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import type { ChatSummary } from '#chatapp/chats/schema.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { useLasting } from '../../ui/lasting.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { common } from '../messages.ts'
import { chats } from './messages.ts'
import type { ChatAct } from './chat-menu.tsx'
import { ChatGroups } from './chat-groups.tsx'
import { ChatRow } from './chat-row.tsx'
import { useChatDrop } from './drag.ts'
import { foldersQuery, useFolderMutations } from './folder-queries.ts'
import { groupChats } from './groups.ts'
import { chatListQuery, pinnedChatsQuery } from './queries.ts'

export interface ChatListProps {
  scroller: RefObject<HTMLElement | null>
  onAct(act: ChatAct, chat: ChatSummary): void
}

export function ChatList({ scroller, onAct }: ChatListProps) {
  const pinned = useQuery(pinnedChatsQuery)
  const list = useInfiniteQuery(chatListQuery)
  const { data: folders } = useQuery(foldersQuery)
  const { move } = useFolderMutations()
  const { isOver, place } = useChatDrop((ids) => move.mutate({ ids, to: { folderId: null } }))
  const isPending = list.isPending || pinned.isPending
  const waiting = useLasting(isPending)
  if (isPending) return waiting ? <ListSkeleton /> : null
  if (!list.data || !pinned.data) {
    return (
      <div className="px-2 py-4 text-13 text-muted">
        <p>{chats.failed}</p>
        <Button className="mt-2" onClick={() => void Promise.all([list.refetch(), pinned.refetch()])}>
          {common.retry}
        </Button>
      </div>
    )
  }
  const groups = groupChats([...pinned.data, ...list.data.pages.flat()], new Date())
  if (groups.length === 0 && folders?.length) return null
  if (groups.length === 0) return <p className="px-2 py-4 text-13 text-faint">{chats.empty}</p>
  return (
    // Dropping a chat here removes it from its folder. Keyboard users move chats with the chat's menu.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div {...place} className={cx('rounded-m', isOver && 'outline-2 outline-accent')}>
      <ChatGroups
        waiting={<ListSkeleton />}
        groups={groups}
        scroller={scroller}
        row={(chat, ref) => <ChatRow key={chat.id} ref={ref} chat={chat} onAct={onAct} />}
        onEndNear={() => {
          if (list.hasNextPage && !list.isFetching && !list.isFetchNextPageError) void list.fetchNextPage()
        }}
      />
      {list.isFetchNextPageError && (
        <Button look="quiet" className="mt-2 w-full" onClick={() => void list.fetchNextPage()}>
          {chats.more}
        </Button>
      )}
    </div>
  )
}

const ListSkeleton = () => (
  <div className="flex flex-col gap-4 px-2 py-4">
    {['w-4/5', 'w-3/5', 'w-2/3', 'w-1/2', 'w-3/4'].map((width) => (
      <Skeleton key={width} className={`h-4 ${width}`} />
    ))}
  </div>
)
