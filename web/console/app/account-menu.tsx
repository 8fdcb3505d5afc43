import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronsUpDown, LogOut, MessageSquare } from 'lucide-react'
import type { Me } from '#access/schema.ts'
import { Menu, MenuChoice, MenuItem, MenuLine } from '../../ui/menu.tsx'
import { useTheme } from '../../ui/theme.ts'
import { toast } from '../../ui/toast.tsx'
import { errorText } from '../api/client.ts'
import { signOut } from '../api/session.ts'
import { Initial } from '../initial.tsx'
import { messages } from '../messages.ts'

const { shell } = messages

export function AccountMenu({ me }: { me: Me }) {
  const [theme, setTheme] = useTheme()
  const client = useQueryClient()
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: ({ redirect_url }) => {
      client.clear()
      window.location.assign(redirect_url ?? '/auth')
    },
    onError: (error) => toast({ text: errorText(error), failure: true }),
  })
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
          <span className="sr-only">{shell.account}</span>
          <Initial name={me.name} />
          <span className="min-w-0 flex-1 leading-tight">
            <span className="block truncate font-medium">{me.name}</span>
            <span className="block truncate text-12 text-faint">{me.email}</span>
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
      <MenuItem icon={<MessageSquare aria-hidden />} onSelect={() => window.location.assign('/')}>
        {shell.toChat}
      </MenuItem>
      <MenuItem icon={<LogOut aria-hidden />} onSelect={() => leave.mutate()}>
        {shell.signOut}
      </MenuItem>
    </Menu>
  )
}
