import { Link } from '@tanstack/react-router'
import { Archive } from 'lucide-react'
import type { Ref } from 'react'
import type { ChatSummary, FoundChat } from '#chatapp/chats/schema.ts'
import { exactTime } from '../../ui/time.ts'
import { chats as texts } from './messages.ts'
import type { ChatAct } from './chat-menu.tsx'
import { ChatMenuButton } from './chat-menu-button.tsx'
import { draggedChats } from './drag.ts'
import { Marked } from './marked.tsx'
import { SharedMark } from './share/shared-mark.tsx'

export interface ChatRowProps {
  chat: ChatSummary | FoundChat
  onAct(act: ChatAct, chat: ChatSummary): void
  ref?: Ref<HTMLLIElement>
}

export function ChatRow({ chat, onAct, ref }: ChatRowProps) {
  const title = chat.title || texts.untitled
  return (
    <li ref={ref} className="group/row relative">
      <Link
        to="/c/$chatId"
        params={{ chatId: chat.id }}
        {...draggedChats([chat.id])}
        title={`${title}\n${exactTime(chat.updated_at)}`}
        activeProps={{ className: 'bg-selected', 'aria-current': 'page' }}
        className="flex min-h-hit items-center gap-2 rounded-m ps-2 pe-9 text-14 hover:bg-hover"
      >
        {'marks' in chat ? (
          <Found chat={chat} title={title} />
        ) : (
          <span dir="auto" className="truncate">
            {title}
          </span>
        )}
        {chat.share_id !== null && <SharedMark />}
        {chat.active && (
          <span className="size-2 shrink-0 animate-breathe rounded-full bg-accent-text">
            <span className="sr-only">{texts.answering}</span>
          </span>
        )}
      </Link>
      <ChatMenuButton chat={chat} onAct={(act) => onAct(act, chat)} />
    </li>
  )
}

const Found = ({ chat, title }: { chat: FoundChat; title: string }) => (
  <span className="min-w-0 flex-1 py-1">
    <span className="flex items-center gap-1.5">
      <span dir="auto" className="truncate">
        <Marked text={title} marks={chat.title_marks} />
      </span>
      {chat.archived && (
        <Archive role="img" aria-label={texts.isArchived} className="size-3.5 shrink-0 text-faint" />
      )}
    </span>
    {chat.snippet !== null && (
      <span dir="auto" className="line-clamp-2 text-12 break-words text-muted">
        <Marked text={chat.snippet} marks={chat.marks} />
      </span>
    )}
  </span>
)
