import { ChevronsUpDown, LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { account as texts } from './messages.ts'
import { Menu, MenuChoice, MenuItem, MenuLine } from './menu.tsx'
import { useTheme } from './theme.ts'
import { tooltip } from './tooltips.ts'

export interface AccountMenuProps {
  person: { name: string; email: string }
  isNarrow?: boolean
  onSignOut(): void
  children: ReactNode
}

export function AccountMenu({ person, isNarrow = false, onSignOut, children }: AccountMenuProps) {
  const [theme, setTheme] = useTheme()
  return (
    <Menu
      side="top"
      align="start"
      className={isNarrow ? 'min-w-56' : 'w-(--radix-dropdown-menu-trigger-width)'}
      trigger={
        <button
          type="button"
          {...(isNarrow && tooltip(person.name))}
          className={cx(
            'flex min-h-11 w-full items-center gap-2 rounded-m py-1 text-start hover:bg-hover data-[state=open]:bg-hover',
            isNarrow ? 'justify-center' : 'px-2',
          )}
        >
          <span className="sr-only">{texts.account}</span>
          <Initial name={person.name} />
          <span className={isNarrow ? 'sr-only' : 'min-w-0 flex-1 leading-tight'}>
            <span dir="auto" className="block truncate text-14 font-medium">
              {person.name}
            </span>
            <span dir="auto" className="block truncate text-12 text-faint">
              {person.email}
            </span>
          </span>
          {!isNarrow && <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-faint" />}
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
      <MenuItem icon={<LogOut aria-hidden className="rtl:-scale-x-100" />} onSelect={onSignOut}>
        {texts.signOut}
      </MenuItem>
    </Menu>
  )
}

const Initial = ({ name }: { name: string }) => (
  <span
    aria-hidden
    className="flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-soft text-12 font-semibold text-accent-text"
  >
    {[...name.trim()][0]?.toUpperCase() ?? '?'}
  </span>
)
