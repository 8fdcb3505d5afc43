import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Archive, Bot, Folder, MessageSquare, Pin } from 'lucide-react'
import { useDeferredValue } from 'react'
import type { ChatSummary, FoundChat } from '#chatapp/chats/schema.ts'
import type { PaletteEntry } from '../../ui/palette.tsx'
import { relativeTime } from '../../ui/time.ts'
import { awayText } from '../agents/away.tsx'
import { agentsQuery } from '../api/agents.ts'
import { folderElementId } from '../chats/folder-list.tsx'
import { foldersQuery, useFolderMutations } from '../chats/folder-queries.ts'
import { Marked } from '../chats/marked.tsx'
import { chats as texts } from '../chats/messages.ts'
import { chatSearchQuery, recentChatsQuery } from '../chats/queries.ts'
import { matchesJump } from './jump-fits.ts'
import { jump } from './messages.ts'
import { useSidebar } from './sidebar-state.tsx'

const RECENT_SHOWN = 6
const FOUND_SHOWN = 12
const AGENTS_SHOWN = 5

export function useChatEntries(typed: string) {
  const navigate = useNavigate()
  const asked = useDeferredValue(typed)
  const recent = useQuery({ ...recentChatsQuery, enabled: !typed })
  const search = useInfiniteQuery({ ...chatSearchQuery(asked), enabled: asked !== '' })
  const shown: readonly (ChatSummary | FoundChat)[] = typed
    ? (search.data?.pages[0] ?? []).slice(0, FOUND_SHOWN)
    : (recent.data ?? []).slice(0, RECENT_SHOWN)
  const entries = shown.map((chat): PaletteEntry => ({
    id: `chat ${chat.id}`,
    group: typed ? jump.found : jump.recent,
    label: <Title chat={chat} />,
    below: 'marks' in chat && chat.snippet !== null && <Marked text={chat.snippet} marks={chat.marks} />,
    detail: chat.archived ? texts.isArchived : relativeTime(chat.updated_at),
    icon: <ChatIcon chat={chat} />,
    onChoose: () => void navigate({ to: '/c/$chatId', params: { chatId: chat.id } }),
  }))
  return { entries, isWaiting: typed ? search.isFetching || asked !== typed : recent.isPending }
}

const Title = ({ chat }: { chat: ChatSummary | FoundChat }) => {
  const title = chat.title || texts.untitled
  return 'marks' in chat ? <Marked text={title} marks={chat.title_marks} /> : title
}

function ChatIcon({ chat: { archived, pinned } }: { chat: ChatSummary }) {
  if (archived) return <Archive aria-hidden />
  return pinned ? <Pin aria-hidden /> : <MessageSquare aria-hidden />
}

export function useAgentAndFolderEntries(typed: string) {
  const navigate = useNavigate()
  const showFolder = useShowFolder()
  const { data: agents = [] } = useQuery(agentsQuery)
  const { data: folders = [] } = useQuery(foldersQuery)
  return {
    agents: agents
      .filter(({ name, description, away }) =>
        typed ? matchesJump(typed, name, description) : away === null,
      )
      .slice(0, AGENTS_SHOWN)
      .map(({ id, name, description, away }): PaletteEntry => ({
        id: `agent ${id}`,
        group: jump.agents,
        label: name,
        below: away ? awayText(away) : description,
        icon: <Bot aria-hidden />,
        onChoose: () => void navigate({ to: '/', search: { agent: id } }),
      })),
    folders: folders
      .filter(({ name }) => matchesJump(typed, name))
      .map(({ id, name }): PaletteEntry => ({
        id: `folder ${id}`,
        group: jump.folders,
        label: name,
        icon: <Folder aria-hidden />,
        onChoose: () => showFolder(id),
      })),
  }
}

function useShowFolder() {
  const { setOpen } = useSidebar()
  const { data: folders = [] } = useQuery(foldersQuery)
  const { expand } = useFolderMutations()
  return (wanted: string) => {
    setOpen(true)
    for (let at = folders.find(({ id }) => id === wanted); at;) {
      const { id, is_expanded, parent_id } = at
      if (!is_expanded) expand.mutate({ id, is_expanded: true })
      at = folders.find((folder) => folder.id === parent_id)
    }
    // The folder's line exists only after the sidebar has rendered and the palette has closed.
    setTimeout(() => {
      const line = document.getElementById(folderElementId(wanted))
      line?.focus()
      line?.scrollIntoView({ block: 'nearest' })
    }, 50)
  }
}
