import { useNavigate } from '@tanstack/react-router'
import { Archive, CalendarClock, Files, Keyboard, Settings, UsersRound } from 'lucide-react'
import type { StartedSession } from '#chatapp/accounts/sessions/schema.ts'
import { AccountMenu as Menu } from '../../ui/account-menu.tsx'
import { MenuItem } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { errorText } from '../api/client.ts'
import { artifacts } from '../artifacts/messages.ts'
import { chats } from '../chats/messages.ts'
import { useSignOut } from '../session/queries.ts'
import { shell, shortcuts } from './messages.ts'

export interface AccountMenuProps {
  session: StartedSession
  onShortcuts(): void
}

export function AccountMenu({ session, onShortcuts }: AccountMenuProps) {
  const navigate = useNavigate()
  const leave = useSignOut()
  return (
    <Menu
      person={session}
      onSignOut={() =>
        leave.mutate(undefined, { onError: (error) => toast({ text: errorText(error), failure: true }) })
      }
    >
      <MenuItem icon={<Archive aria-hidden />} onSelect={() => void navigate({ to: '/archived' })}>
        {chats.archivedTitle}
      </MenuItem>
      <MenuItem icon={<UsersRound aria-hidden />} onSelect={() => void navigate({ to: '/shared' })}>
        {chats.receivedTitle}
      </MenuItem>
      <MenuItem icon={<CalendarClock aria-hidden />} onSelect={() => void navigate({ to: '/scheduled' })}>
        {shell.scheduled}
      </MenuItem>
      {/* The gallery is a page of the Console, a separate app, so the router must not handle its address. */}
      <MenuItem icon={<Files aria-hidden />} onSelect={() => window.location.assign('/portal/artifacts')}>
        {artifacts.gallery}
      </MenuItem>
      <MenuItem
        icon={<Settings aria-hidden />}
        onSelect={() => void navigate({ to: '.', search: (search) => ({ ...search, settings: 'profile' }) })}
      >
        {shell.settings}
      </MenuItem>
      <MenuItem icon={<Keyboard aria-hidden />} onSelect={onShortcuts}>
        {shortcuts.title}
      </MenuItem>
    </Menu>
  )
}
