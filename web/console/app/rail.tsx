import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MessageSquare, Search } from 'lucide-react'
import type { Me } from '#core/access/schema.ts'
import { Mark } from '../../ui/mark.tsx'
import { keysLabel } from '../../ui/shortcuts.ts'
import { shell } from './messages.ts'
import { siteNameQuery } from './session.ts'
import { AccountMenu } from './account-menu.tsx'
import { HubSwitcher } from './hub-switcher.tsx'
import { useCurrentHub } from './current-hub.ts'
import { JUMP_KEYS } from './jump-palette.tsx'
import { pagesFor } from './rail-pages.ts'
import { common } from '../kit/messages.ts'

export function Rail({ me, onJump }: { me: Me; onJump(): void }) {
  const { data: site } = useQuery(siteNameQuery)
  const hub = useCurrentHub()
  return (
    <>
      <div className="flex h-14 shrink-0 items-center gap-2 px-4 font-semibold">
        <Mark className="size-5" />
        <span className="truncate">{site ?? common.console}</span>
        <span className="ms-auto text-12 font-normal text-faint">{site ? common.console : ''}</span>
      </div>
      <div className="flex flex-col gap-1 px-2 pb-2">
        <HubSwitcher me={me} current={hub} />
        <button
          type="button"
          onClick={onJump}
          className="flex min-h-hit items-center gap-2 rounded-m border border-line bg-canvas px-2 text-muted hover:bg-hover"
        >
          <Search aria-hidden className="size-4 text-faint" />
          <span className="flex-1 text-start">{shell.jump}</span>
          <kbd className="font-sans text-12 text-faint pointer-coarse:hidden">{keysLabel(JUMP_KEYS)}</kbd>
        </button>
      </div>
      <nav
        aria-label={shell.pages}
        className="flex min-h-0 flex-1 flex-col gap-0.5 overflow-y-auto px-2 py-1"
      >
        {pagesFor(me).map(({ path, title, icon: Icon }) => (
          <Link
            key={path}
            to={path}
            search={hub ? { hub } : {}}
            activeOptions={{ exact: path === '/', includeSearch: false }}
            activeProps={{ 'aria-current': 'page' }}
            className="flex min-h-hit items-center gap-2.5 rounded-m px-2 text-muted hover:bg-hover hover:text-text aria-[current=page]:bg-selected aria-[current=page]:font-medium aria-[current=page]:text-text [&_svg]:size-4 [&_svg]:shrink-0"
          >
            <Icon aria-hidden />
            {title}
          </Link>
        ))}
        <a
          href="/"
          className="mt-auto flex min-h-hit items-center gap-2.5 rounded-m px-2 text-muted hover:bg-hover hover:text-text [&_svg]:size-4"
        >
          <MessageSquare aria-hidden />
          {shell.toChat}
        </a>
      </nav>
      <div className="border-t border-line p-2">
        <AccountMenu me={me} />
      </div>
    </>
  )
}
