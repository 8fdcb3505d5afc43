import { useNavigate, useParams } from '@tanstack/react-router'
import { CalendarClock, GitFork } from 'lucide-react'
import type { ShownMessage } from '#chatapp/chats/schema.ts'
import { MenuItem } from '../../ui/menu.tsx'
import { common } from '../messages.ts'
import { useFork } from './fork.ts'
import { messageMenu as texts } from './message-menu-messages.ts'

export function UserMenu({ message }: { message: ShownMessage }) {
  const fork = useFork(message)
  const navigate = useNavigate()
  const { chatId } = useParams({ strict: false })
  const { content: prompt } = message
  return (
    <>
      <MenuItem icon={<GitFork aria-hidden />} onSelect={() => void fork()}>
        {texts.fork}
      </MenuItem>
      {prompt && chatId && !chatId.startsWith('temporary-') && (
        <MenuItem
          icon={<CalendarClock aria-hidden />}
          onSelect={() => void navigate({ to: '/scheduled', state: { schedule: { prompt, chatId } } })}
        >
          {common.schedule}
        </MenuItem>
      )}
    </>
  )
}
