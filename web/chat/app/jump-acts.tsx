import { useNavigate } from '@tanstack/react-router'
import {
  Archive,
  CalendarClock,
  Files,
  Keyboard,
  LayoutDashboard,
  ListFilter,
  LogOut,
  Monitor,
  Moon,
  SquarePen,
  Sun,
  UsersRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { StartedSession } from '#chatapp/accounts/sessions/schema.ts'
import type { SiteConfig } from '#chatapp/accounts/settings/schema.ts'
import { account } from '../../ui/messages.ts'
import type { PaletteEntry } from '../../ui/palette.tsx'
import { keysLabel } from '../../ui/shortcuts.ts'
import { useTheme } from '../../ui/theme.ts'
import { toast } from '../../ui/toast.tsx'
import { errorText } from '../api/client.ts'
import { artifacts } from '../artifacts/messages.ts'
import { chats } from '../chats/messages.ts'
import { useSignOut } from '../session/queries.ts'
import { settingsTabs } from '../settings/tabs.ts'
import { useConsoleAddress } from './console-link.tsx'
import { matchesJump } from './jump-fits.ts'
import { jump, shell, shortcuts } from './messages.ts'
import { NEW_CHAT_KEYS, SHEET_KEYS } from './shortcuts.ts'

export interface ActParts {
  session: StartedSession
  config: SiteConfig
  onShortcuts(): void
}

const THEMES = [
  { theme: 'light', Icon: Sun },
  { theme: 'dark', Icon: Moon },
  { theme: 'system', Icon: Monitor },
] as const

interface Act extends Omit<PaletteEntry, 'group' | 'id'> {
  label: string
  also?: string
  isCommon?: boolean
}

export function useActEntries(typed: string, parts: ActParts): PaletteEntry[] {
  const acts = [...useGoing(), ...useSettings(parts), ...useThemes(), sheetAct(parts), useLeaving()]
  return acts
    .filter(({ label, also = '', isCommon = false }) => (typed ? matchesJump(typed, label, also) : isCommon))
    .map(({ also: _also, isCommon: _isCommon, ...act }) => ({
      ...act,
      id: `act ${act.label}`,
      group: jump.acts,
    }))
}

function useGoing(): Act[] {
  const navigate = useNavigate()
  const console = useConsoleAddress()
  const leadTo = (label: string, icon: ReactNode, href: string): Act => ({
    label,
    icon,
    isCommon: true,
    onChoose: () => window.location.assign(href),
  })
  return [
    {
      label: chats.newChat,
      icon: <SquarePen aria-hidden />,
      keys: keysLabel(NEW_CHAT_KEYS),
      isCommon: true,
      onChoose: () => void navigate({ to: '/' }),
    },
    {
      label: chats.allResults,
      icon: <ListFilter aria-hidden />,
      isCommon: true,
      onChoose: () => void navigate({ to: '/search' }),
    },
    {
      label: chats.archivedTitle,
      icon: <Archive aria-hidden />,
      isCommon: true,
      onChoose: () => void navigate({ to: '/archived' }),
    },
    {
      label: chats.receivedTitle,
      icon: <UsersRound aria-hidden />,
      isCommon: true,
      onChoose: () => void navigate({ to: '/shared' }),
    },
    {
      label: shell.scheduled,
      icon: <CalendarClock aria-hidden />,
      isCommon: true,
      onChoose: () => void navigate({ to: '/scheduled' }),
    },
    leadTo(artifacts.gallery, <Files aria-hidden />, '/portal/artifacts'),
    ...(console ? [leadTo(shell.console, <LayoutDashboard aria-hidden />, console)] : []),
  ]
}

function useSettings({ session, config }: ActParts): Act[] {
  const navigate = useNavigate()
  return settingsTabs(session, config).map(({ id, label, Icon }) => ({
    label: jump.settings(label),
    icon: <Icon aria-hidden />,
    isCommon: id === 'profile',
    onChoose: () => void navigate({ to: '.', search: (search) => ({ ...search, settings: id }) }),
  }))
}

function useThemes(): Act[] {
  const [current, choose] = useTheme()
  return THEMES.filter(({ theme }) => theme !== current).map(({ theme, Icon }) => ({
    label: jump.theme(account.themes[theme]),
    also: jump.themeWords,
    icon: <Icon aria-hidden />,
    onChoose: () => choose(theme),
  }))
}

const sheetAct = ({ onShortcuts }: ActParts): Act => ({
  label: shortcuts.title,
  icon: <Keyboard aria-hidden />,
  keys: keysLabel(SHEET_KEYS),
  onChoose: onShortcuts,
})

function useLeaving(): Act {
  const leave = useSignOut()
  return {
    label: account.signOut,
    also: jump.signOutWords,
    icon: <LogOut aria-hidden />,
    // Not `mutate`, because React Query skips its callbacks after the palette has unmounted.
    onChoose: () =>
      void leave.mutateAsync().catch((error: unknown) => toast({ text: errorText(error), failure: true })),
  }
}
