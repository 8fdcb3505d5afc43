import { Link } from '@tanstack/react-router'
import { Archive, Pin, UsersRound } from 'lucide-react'
import type { FoundChat } from '#chatapp/chats/schema.ts'
import { Badge } from '../../../ui/badge.tsx'
import { When } from '../../../ui/when.tsx'
import type { ChatAct } from '../chat-menu.tsx'
import { ChatMenuButton } from '../chat-menu-button.tsx'
import { draggedChats } from '../drag.ts'
import { Marked } from '../marked.tsx'
import { chats as texts } from '../messages.ts'
import { searchTexts } from './messages.ts'

export interface FoundRowProps {
  chat: FoundChat
  agent: string | undefined
  folder: string | undefined
  isSelected: boolean
  dragged: readonly string[]
  onSelect(isRange: boolean): void
  onAct(act: ChatAct): void
}

export function FoundRow({ chat, agent, folder, isSelected, dragged, onSelect, onAct }: FoundRowProps) {
  const title = chat.title || texts.untitled
  return (
    <li className="group/row relative flex items-start has-[:checked]:rounded-m has-[:checked]:bg-selected">
      <label className="flex size-hit shrink-0 items-center justify-center">
        <input
          type="checkbox"
          aria-label={searchTexts.select(title)}
          checked={isSelected}
          onClick={(event) => onSelect(event.shiftKey)} // a change event lacks the modifier key
          readOnly
          className="size-4 accent-accent"
        />
      </label>
      <Link
        to="/c/$chatId"
        params={{ chatId: chat.id }}
        {...draggedChats(dragged)}
        className="flex min-w-0 flex-1 flex-col gap-0.5 rounded-m py-2 ps-1 pe-11 hover:bg-hover"
      >
        <span className="flex min-w-0 items-center gap-2">
          <span dir="auto" className="truncate text-14 font-medium">
            <Marked text={title} marks={chat.title_marks} />
          </span>
          {chat.pinned && (
            <Pin role="img" aria-label={texts.pinned} className="size-3.5 shrink-0 text-faint" />
          )}
          {chat.share_id !== null && <Badge icon={<UsersRound aria-hidden />}>{texts.isShared}</Badge>}
          {chat.archived && <Badge icon={<Archive aria-hidden />}>{texts.isArchived}</Badge>}
        </span>
        {chat.snippet !== null && (
          <span dir="auto" className="line-clamp-2 text-13 break-words text-muted">
            <Marked text={chat.snippet} marks={chat.marks} />
          </span>
        )}
        <span className="flex flex-wrap gap-x-2 text-12 text-muted">
          <When at={new Date(chat.updated_at * 1000).toISOString()} />
          {agent && <span dir="auto">{agent}</span>}
          {folder && <span dir="auto">{folder}</span>}
        </span>
      </Link>
      <ChatMenuButton chat={chat} onAct={onAct} />
    </li>
  )
}
