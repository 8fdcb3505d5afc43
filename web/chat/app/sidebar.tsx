import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { PanelLeftClose, SquareChevronRight, SquarePen } from 'lucide-react'
import { useRef, useState } from 'react'
import type { StartedSession } from '#chatapp/accounts/sessions/schema.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Mark } from '../../ui/mark.tsx'
import { AgentLinks } from '../agents/agent-links.tsx'
import { agentsQuery } from '../api/agents.ts'
import { useChatActs } from '../chats/act-dialogs.tsx'
import { ChatList } from '../chats/chat-list.tsx'
import { FolderList } from '../chats/folder-list.tsx'
import { SearchBox, SearchResults } from '../chats/chat-search.tsx'
import { chats } from '../chats/messages.ts'
import { shell, jump } from './messages.ts'
import { AccountMenu } from './account-menu.tsx'
import { ConsoleLink } from './console-link.tsx'
import { useSidebar } from './sidebar-state.tsx'
import { keysLabel } from '../../ui/shortcuts.ts'
import { JUMP_KEYS } from './shortcuts.ts'

export interface SidebarProps {
  session: StartedSession
  siteName: string
  onJump(): void
  onShortcuts(): void
}

export function Sidebar({ session, siteName, onJump, onShortcuts }: SidebarProps) {
  const { narrow, setOpen, toggle } = useSidebar()
  const scroller = useRef<HTMLDivElement>(null)
  const newChat = useRef<HTMLAnchorElement>(null)
  const { data: agents = [] } = useQuery(agentsQuery)
  const [search, setSearch] = useState('')
  const navigate = useNavigate()
  const { chatId } = useParams({ strict: false })
  const { act, dialogs } = useChatActs(
    (gone) => gone === chatId && void navigate({ to: '/' }),
    () => newChat.current?.focus(),
  )
  return (
    <>
      <div className="flex h-14 shrink-0 items-center justify-between ps-4 pe-2">
        <span className="flex min-w-0 items-center gap-2 text-14 font-semibold">
          <Mark className="size-5" />
          <span className="truncate">{siteName}</span>
        </span>
        <IconButton
          ref={narrow ? undefined : toggle}
          label={shell.closeSidebar}
          onClick={() => setOpen(false)}
        >
          <PanelLeftClose aria-hidden className="rtl:-scale-x-100" />
        </IconButton>
      </div>
      <div className="flex flex-col gap-2 px-2">
        <Link
          ref={newChat}
          to="/"
          className="flex min-h-hit items-center gap-2 rounded-m border border-line bg-raised px-2 text-14 font-medium shadow-1 hover:bg-hover"
        >
          <SquarePen aria-hidden className="size-4 text-muted" />
          {chats.newChat}
        </Link>
        <div className="flex gap-2">
          <SearchBox text={search} onText={setSearch} />
          <JumpButton onJump={onJump} />
        </div>
      </div>
      <div ref={scroller} className="relative min-h-0 flex-1 overflow-y-auto px-2 pb-4">
        {search.trim() ? (
          <SearchResults text={search} onAct={act} />
        ) : (
          <>
            {agents.length > 1 && <AgentLinks agents={agents} />}
            <nav aria-label={chats.heading}>
              <FolderList onAct={act} />
              <ChatList scroller={scroller} onAct={act} />
            </nav>
          </>
        )}
      </div>
      <div className="flex flex-col gap-1 border-t border-line p-2">
        <ConsoleLink />
        <AccountMenu session={session} onShortcuts={onShortcuts} />
      </div>
      {dialogs}
    </>
  )
}

const JumpButton = ({ onJump }: { onJump(): void }) => (
  <IconButton
    label={jump.open}
    keys={keysLabel(JUMP_KEYS)}
    onClick={onJump}
    className="shrink-0 border border-line bg-canvas"
  >
    <SquareChevronRight aria-hidden />
  </IconButton>
)
