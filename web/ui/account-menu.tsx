import { ChevronsUpDown, LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { Initial } from './initial.tsx'
import { account as texts } from './messages.ts'
import { Menu, MenuChoice, MenuItem, MenuLine } from './menu.tsx'
import { useTheme } from './theme.ts'

export interface AccountMenuProps {
  person: { name: string; email: string }
  onSignOut(): void
  /** What the app offers between the theme and the way out. */
  children: ReactNode
}

/** Who is signed in, at the foot of an app's navigation: their theme, the app's own entries, and the way out. */
export function AccountMenu({ person, onSignOut, children }: AccountMenuProps) {
  const [theme, setTheme] = useTheme()
  return (
    <Menu
      side="top"
      align="start"
      className="w-(--radix-dropdown-menu-trigger-width)"
      trigger={
        <button
          type="button"
          className="flex min-h-11 w-full items-center gap-2 rounded-m px-2 py-1 text-start hover:bg-hover data-[state=open]:bg-hover"
        >
          <span className="sr-only">{texts.account}</span>
          <Initial name={person.name} />
          <span className="min-w-0 flex-1 leading-tight">
            <span className="block truncate text-14 font-medium">{person.name}</span>
            <span className="block truncate text-12 text-faint">{person.email}</span>
          </span>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-faint" />
        </button>
      }
    >
      <MenuChoice
        label={texts.theme}
        value={theme}
        options={(['system', 'light', 'dark'] as const).map((value) => ({
          value,
          label: texts.themes[value],
        }))}
        onChange={setTheme}
      />
      <MenuLine />
      {children}
      <MenuItem icon={<LogOut aria-hidden />} onSelect={onSignOut}>
        {texts.signOut}
      </MenuItem>
    </Menu>
  )
}
