import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ListFilter, Search, X } from 'lucide-react'
import { useDeferredValue } from 'react'
import type { ChatSummary } from '#chatapp/chats/schema.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { isComposing } from '../../ui/keyboard.ts'
import { chats } from './messages.ts'
import type { ChatAct } from './chat-menu.tsx'
import { ChatRow } from './chat-row.tsx'
import { MoreButton } from './more-button.tsx'
import { chatSearchQuery } from './queries.ts'

export interface SearchBoxProps {
  text: string
  onText(text: string): void
}

export function SearchBox({ text, onText }: SearchBoxProps) {
  return (
    <search className="relative min-w-0 flex-1">
      <Search
        aria-hidden
        className="pointer-events-none absolute start-2 top-1/2 size-4 -translate-y-1/2 text-faint"
      />
      <input
        type="search"
        aria-label={chats.search}
        placeholder={chats.search}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && !isComposing(event) && onText('')}
        className="min-h-hit w-full rounded-m border border-line bg-canvas ps-8 pe-8 text-16 placeholder:text-faint sm:text-14 [&::-webkit-search-cancel-button]:hidden"
      />
      {text && (
        <IconButton label={chats.clearSearch} onClick={() => onText('')} className="absolute end-0 top-0">
          <X aria-hidden />
        </IconButton>
      )}
    </search>
  )
}

export interface SearchResultsProps {
  text: string
  onAct(act: ChatAct, chat: ChatSummary): void
}

export function SearchResults({ text, onAct }: SearchResultsProps) {
  const wanted = useDeferredValue(text.trim())
  const { data, error, ...list } = useInfiniteQuery(chatSearchQuery(wanted))
  const found = data?.pages.flat()
  return (
    <section aria-label={chats.search} aria-live="polite" className="pt-2">
      {error && <p className="px-2 py-4 text-13 text-muted">{chats.failed}</p>}
      {found?.length === 0 && (
        <p className="px-2 py-4 text-13 break-words text-faint">{chats.noMatch(wanted)}</p>
      )}
      <ul>
        {found?.map((chat) => (
          <ChatRow key={chat.id} chat={chat} onAct={onAct} />
        ))}
      </ul>
      <MoreButton list={list} />
      <Link
        to="/search"
        search={{ text: wanted }}
        className="mt-2 flex min-h-hit items-center gap-2 rounded-m px-2 text-13 text-muted hover:bg-hover hover:text-text"
      >
        <ListFilter aria-hidden className="size-4" />
        {chats.allResults}
      </Link>
    </section>
  )
}
