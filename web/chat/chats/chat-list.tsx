import { useInfiniteQuery } from '@tanstack/react-query'
import type { ChatSummary } from '#chatapp/chats/schema.ts'
import { Button } from '../../ui/button.tsx'
import { useLasting } from '../../ui/lasting.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { common } from '../messages.ts'
import { chats } from './messages.ts'
import type { ChatAct } from './chat-menu.tsx'
import { ChatRow } from './chat-row.tsx'
import { groupChats } from './groups.ts'
import { chatListQuery } from './queries.ts'

export function ChatList({ onAct }: { onAct(act: ChatAct, chat: ChatSummary): void }) {
  const list = useInfiniteQuery(chatListQuery)
  const waiting = useLasting(list.isPending)
  if (list.isPending) return waiting ? <ListSkeleton /> : null
  if (!list.data) {
    return (
      <div className="px-2 py-4 text-13 text-muted">
        <p>{chats.failed}</p>
        <Button className="mt-2" onClick={() => void list.refetch()}>
          {common.retry}
        </Button>
      </div>
    )
  }
  const groups = groupChats(list.data.pages.flat(), new Date())
  if (groups.length === 0) return <p className="px-2 py-4 text-13 text-faint">{chats.empty}</p>
  return (
    <>
      {groups.map(({ title, chats }) => (
        <section key={title} aria-label={title}>
          <h2 className="px-2 pt-3 pb-1 text-12 font-medium text-faint">{title}</h2>
          <ul>
            {chats.map((chat) => (
              <ChatRow key={chat.id} chat={chat} onAct={onAct} />
            ))}
          </ul>
        </section>
      ))}
      {list.hasNextPage && (
        <Button
          look="quiet"
          className="mt-2 w-full"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {chats.more}
        </Button>
      )}
    </>
  )
}

const ListSkeleton = () => (
  <div className="flex flex-col gap-4 px-2 py-4">
    {['w-4/5', 'w-3/5', 'w-2/3', 'w-1/2', 'w-3/4'].map((width) => (
      <Skeleton key={width} className={`h-4 ${width}`} />
    ))}
  </div>
)
