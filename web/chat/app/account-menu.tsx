import { useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown, LogOut, Settings } from 'lucide-react'
import { Menu, MenuChoice, MenuItem, MenuLine } from '../../ui/menu.tsx'
import { useTheme } from '../../ui/theme.ts'
import { toast } from '../../ui/toast.tsx'
import { errorText } from '../api/client.ts'
import type { Session } from '../api/session.ts'
import { messages } from '../messages.ts'
import { useSignOut } from '../session/queries.ts'

export function AccountMenu({
  session,
  onSignedOut,
}: {
  session: Session
  onSignedOut(address?: string): void
}) {
  const [theme, setTheme] = useTheme()
  const navigate = useNavigate()
  const leave = useSignOut(onSignedOut)
  const { shell } = messages
  return (
    <Menu
      side="top"
      align="start"
      className="w-(--radix-dropdown-menu-trigger-width)"
      trigger={
        <button
          type="button"
          aria-label={shell.account}
          className="flex min-h-11 w-full items-center gap-2 rounded-m px-2 py-1 text-start hover:bg-hover data-[state=open]:bg-hover"
        >
          <span
            aria-hidden
            className="flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-soft text-12 font-semibold text-accent-text"
          >
            {[...session.name.trim()][0]?.toUpperCase() ?? '?'}
          </span>
          <span className="min-w-0 flex-1 leading-tight">
            <span className="block truncate text-14 font-medium">{session.name}</span>
            <span className="block truncate text-12 text-faint">{session.email}</span>
          </span>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-faint" />
        </button>
      }
    >
      <MenuChoice
        label={shell.theme}
        value={theme}
        options={(['system', 'light', 'dark'] as const).map((value) => ({
          value,
          label: shell.themes[value],
        }))}
        onChange={setTheme}
      />
      <MenuLine />
      <MenuItem
        icon={<Settings aria-hidden />}
        onSelect={() => void navigate({ to: '.', search: (search) => ({ ...search, settings: 'profile' }) })}
      >
        {shell.settings}
      </MenuItem>
      <MenuItem
        icon={<LogOut aria-hidden />}
        onSelect={() =>
          leave.mutate(undefined, { onError: (error) => toast({ text: errorText(error), failure: true }) })
        }
      >
        {messages.session.signOut}
      </MenuItem>
    </Menu>
  )
}
