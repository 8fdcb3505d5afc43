import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useHiddenSides } from '../../ui/hidden-sides.ts'
import { Mark } from '../../ui/mark.tsx'
import { SkipLink } from '../../ui/skip-link.tsx'
import { Toasts } from '../../ui/toast.tsx'
import { shell } from './messages.ts'
import { common } from '../kit/messages.ts'
import { CONTENT } from '../kit/page.tsx'
import { PERSONAL_PAGES } from './page-table.ts'

export function PersonalFrame() {
  const { scroller, hidden, onScroll } = useHiddenSides<HTMLElement>()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // Scrolls to the current page's link, which may be out of view on a phone, where the navigation scrolls sideways.
  useEffect(() => {
    const link = scroller.current?.querySelector('[aria-current=page]')
    link?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [path, scroller])
  return (
    <>
      <SkipLink to={CONTENT}>{shell.skip}</SkipLink>
      <div className="flex h-dvh flex-col text-14">
        <header className="flex min-h-12 shrink-0 items-center gap-x-4 border-b border-line bg-sunken px-4 py-1 md:px-8">
          <Link to="/yours" aria-label={shell.personal} className="rounded-s">
            <Mark className="size-5" />
          </Link>
          <nav
            ref={scroller}
            aria-label={shell.pages}
            data-hidden={hidden}
            onScroll={onScroll}
            className="fades-sides flex min-w-0 flex-1 items-center gap-x-1 overflow-x-auto"
          >
            {PERSONAL_PAGES.map(({ path, texts }) => (
              <Link
                key={path}
                to={path as '/'}
                activeProps={{ 'aria-current': 'page' }}
                className="flex min-h-hit shrink-0 items-center rounded-m px-2 text-muted hover:bg-hover hover:text-text aria-[current=page]:font-medium aria-[current=page]:text-text"
              >
                {texts().title}
              </Link>
            ))}
          </nav>
          <a
            href="/"
            className="flex min-h-hit shrink-0 items-center rounded-m px-2 text-muted hover:bg-hover hover:text-text"
          >
            {shell.toChat}
          </a>
        </header>
        <Outlet />
      </div>
      <Toasts place="bottom" label={common.notifications} closeLabel={common.close} />
    </>
  )
}
