import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import type { ChatSummary } from '#chatapp/chats/schema.ts'
import { exactTime } from '../../ui/time.ts'
import { chats as texts } from './messages.ts'
import { ChatMenu, type ChatAct } from './chat-menu.tsx'

export function ChatRow({
  chat,
  onAct,
}: {
  chat: ChatSummary
  onAct(act: ChatAct, chat: ChatSummary): void
}) {
  const title = chat.title || texts.untitled
  return (
    <li className="group/row relative">
      <Link
        to="/c/$chatId"
        params={{ chatId: chat.id }}
        title={`${title}\n${exactTime(chat.updated_at)}`}
        activeProps={{ className: 'bg-selected', 'aria-current': 'page' }}
        className="flex min-h-hit items-center gap-2 rounded-m ps-2 pe-9 text-14 hover:bg-hover"
      >
        <span dir="auto" className="truncate">
          {title}
        </span>
        {chat.active && (
          <span className="size-2 shrink-0 animate-breathe rounded-full bg-accent-text">
            <span className="sr-only">{texts.answering}</span>
          </span>
        )}
      </Link>
      <ChatMenu
        chat={chat}
        onAct={(act) => onAct(act, chat)}
        trigger={
          <button
            type="button"
            aria-label={texts.menu(title)}
            className="absolute end-0 top-1/2 inline-flex size-hit -translate-y-1/2 items-center justify-center rounded-s text-muted opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 hover:bg-hover hover:text-text data-[state=open]:opacity-100 pointer-coarse:opacity-100"
          >
            <Ellipsis aria-hidden className="size-4" />
          </button>
        }
      />
    </li>
  )
}
