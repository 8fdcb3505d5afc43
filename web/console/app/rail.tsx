import { useQuery, useMutation, queryOptions } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Languages, MessageSquare, Search } from 'lucide-react'
import type { Me } from '#core/access/schema.ts'
import { cx } from '../../ui/cx.ts'
import { Mark } from '../../ui/mark.tsx'
import { keysLabel } from '../../ui/shortcuts.ts'
import { shell } from './messages.ts'
import { HubSwitcher } from './hub-switcher.tsx'
import { JUMP_KEYS } from './jump-palette.tsx'
import { usePagePath } from './page-path.ts'
import { PersonalItems } from './personal-items.tsx'
import { railEntry, RailPages } from './rail-entries.tsx'
import { common } from '../kit/messages.ts'
import { signOut } from '#chatapp/accounts/sessions/contract.ts'
import { leaveAccount } from '../../ui/account-page.ts'
import { AccountMenu as Menu } from '../../ui/account-menu.tsx'
import { languageTexts } from '../../ui/language-messages.ts'
import { MenuItem, MenuLine } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { call, errorText } from '../kit/api.ts'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { readSiteConfig } from '#chatapp/accounts/settings/contract.ts'

export interface RailProps {
  me: Me
  isNarrow?: boolean
  onJump(): void
}

export function Rail({ me, isNarrow = false, onJump }: RailProps) {
  const { data: site } = useQuery(siteNameQuery)
  const hub = useCurrentHub()
  const nav = useRef<HTMLElement>(null)
  const path = usePagePath()
  // Scrolls to the current page's link, which may be out of view if the rail is higher than the window.
  useEffect(() => {
    nav.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [path])
  return (
    <>
      <div
        className={cx(
          'flex h-14 shrink-0 items-center gap-2 px-4 font-semibold',
          isNarrow && 'justify-center',
        )}
      >
        <Mark className="size-5" />
        {!isNarrow && (
          <>
            <span dir="auto" className="truncate">
              {site ?? common.console}
            </span>
            <span className="ms-auto text-12 font-normal text-faint">{site ? common.console : ''}</span>
          </>
        )}
      </div>
      <div className="flex flex-col gap-1 px-2 pb-2">
        <HubSwitcher me={me} current={hub} isNarrow={isNarrow} />
        {isNarrow ? (
          <button type="button" aria-keyshortcuts="Control+K" onClick={onJump} className={railEntry(true)}>
            <Search aria-hidden />
            {shell.jumpShort}
          </button>
        ) : (
          <button
            type="button"
            onClick={onJump}
            className="flex min-h-hit items-center gap-2 rounded-m border border-line bg-canvas px-2 text-muted hover:bg-hover"
          >
            <Search aria-hidden className="size-4 text-faint" />
            <span className="flex-1 text-start">{shell.jump}</span>
            <kbd className="font-sans text-12 text-faint pointer-coarse:hidden">{keysLabel(JUMP_KEYS)}</kbd>
          </button>
        )}
      </div>
      <nav
        ref={nav}
        aria-label={shell.pages}
        className={cx('flex min-h-0 flex-1 flex-col overflow-y-auto py-1', isNarrow ? 'px-1' : 'px-2')}
      >
        <RailPages me={me} hub={hub} isNarrow={isNarrow} />
        <a href="/" className={cx(railEntry(isNarrow), 'mt-auto')}>
          <MessageSquare aria-hidden />
          <span>{shell.toChat}</span>
        </a>
      </nav>
      <div className="border-t border-line p-2">
        <AccountMenu me={me} isNarrow={isNarrow} />
      </div>
    </>
  )
}

function AccountMenu({ me, isNarrow }: { me: Me; isNarrow: boolean }) {
  const navigate = useNavigate()
  const leave = useMutation({
    mutationFn: () => call(signOut),
    onSuccess: ({ redirect_url }) => leaveAccount(redirect_url ?? '/auth'),
    onError: (error) => toast({ text: errorText(error), failure: true }),
  })
  return (
    <Menu person={me} isNarrow={isNarrow} onSignOut={() => leave.mutate()}>
      {/* The choice is on a page of its own, because a change of language resets all unsaved edits. */}
      <MenuItem icon={<Languages aria-hidden />} onSelect={() => void navigate({ to: '/yours' })}>
        {languageTexts.language}
      </MenuItem>
      <MenuLine />
      <PersonalItems />
      <MenuItem icon={<MessageSquare aria-hidden />} onSelect={() => window.location.assign('/')}>
        {shell.toChat}
      </MenuItem>
    </Menu>
  )
}

function useCurrentHub(): string | undefined {
  const { slug } = useParams({ strict: false })
  const { hub } = useSearch({ strict: false })
  return slug ?? hub
}

const siteNameQuery = queryOptions({
  queryKey: ['site-name'],
  queryFn: async ({ signal }) => (await call(readSiteConfig, { signal })).name,
  staleTime: Infinity,
})
