import { Ellipsis } from 'lucide-react'
import type { ChatSummary } from '#chatapp/chats/schema.ts'
import { ChatMenu, type ChatAct } from './chat-menu.tsx'
import { chats as texts } from './messages.ts'

export interface ChatMenuButtonProps {
  chat: Pick<ChatSummary, 'title' | 'pinned' | 'archived'>
  onAct(act: ChatAct): void
}

export const ChatMenuButton = ({ chat, onAct }: ChatMenuButtonProps) => (
  <ChatMenu
    chat={chat}
    onAct={onAct}
    trigger={
      <button
        type="button"
        aria-label={texts.menu(chat.title || texts.untitled)}
        className="absolute end-0 top-1/2 inline-flex size-hit -translate-y-1/2 items-center justify-center rounded-s text-muted opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 hover:bg-hover hover:text-text data-[state=open]:opacity-100 pointer-coarse:opacity-100"
      >
        <Ellipsis aria-hidden className="size-4" />
      </button>
    }
  />
)
