import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { PanelLeftOpen, SquarePen } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { keysLabel, useShortcuts } from '../../ui/shortcuts.ts'
import { chats } from '../chats/messages.ts'
import { configQuery } from '../session/queries.ts'
import { shell } from './messages.ts'
import { NEW_CHAT_KEYS, SIDEBAR_KEYS } from './shortcuts.ts'
import { useSidebar } from './sidebar-state.tsx'

export function PageHeader({ children, acts }: { children?: ReactNode; acts?: ReactNode }) {
  const sidebar = useSidebar()
  const navigate = useNavigate()
  function startChat() {
    // The message box takes the focus only if no other element has it.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    void navigate({ to: '/' })
  }
  useShortcuts({ [NEW_CHAT_KEYS]: startChat, [SIDEBAR_KEYS]: () => sidebar.setOpen(!sidebar.open) })
  return (
    <header className="flex h-14 shrink-0 items-center gap-1 px-2">
      {/* The button stays mounted below the sheet, because the sheet returns the focus to it. */}
      {(sidebar.narrow || !sidebar.open) && (
        <IconButton ref={sidebar.toggle} label={shell.openSidebar} onClick={() => sidebar.setOpen(true)}>
          <PanelLeftOpen aria-hidden className="rtl:-scale-x-100" />
        </IconButton>
      )}
      <div className="flex min-w-0 flex-1 items-center gap-2">{children}</div>
      {acts}
      {!sidebar.open && (
        <IconButton label={chats.newChat} keys={keysLabel(NEW_CHAT_KEYS)} onClick={startChat}>
          <SquarePen aria-hidden />
        </IconButton>
      )}
    </header>
  )
}

/** Header of a page without a chat. Its title is also the title of the window. */
export function TitledHeader({ title }: { title: string }) {
  const { data: config } = useQuery(configQuery)
  const siteName = config?.name
  useEffect(() => {
    document.title = [title, siteName].filter(Boolean).join(' · ')
  }, [title, siteName])
  return (
    <PageHeader>
      <h1 className="truncate px-2 text-14 font-medium">{title}</h1>
    </PageHeader>
  )
}
