import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams, useRouterState } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Me } from '#core/access/schema.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Mark } from '../../ui/mark.tsx'
import { useMedia } from '../../ui/media.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { SkipLink } from '../../ui/skip-link.tsx'
import { Toasts } from '../../ui/toast.tsx'
import { shell } from './messages.ts'
import { common } from '../kit/messages.ts'
import { CONTENT } from '../kit/page.tsx'
import { SectionStrips } from '../kit/sections.tsx'
import { meQuery } from '../access/queries.ts'
import { useLiveLists } from './live-lists.ts'
import { usePagePath } from './page-path.ts'
import { stripsOf } from './page-table.ts'
import { JUMP_KEYS, JumpPalette } from './jump-palette.tsx'
import { Rail } from './rail.tsx'

export function Shell() {
  const { data: me } = useQuery({ ...meQuery, enabled: false })
  useLiveLists()
  return me ? (
    <ManagersFrame me={me} />
  ) : (
    <Suspense>
      <PersonalFrame />
    </Suspense>
  )
}

const PersonalFrame = lazy(() =>
  import('./personal-frame.tsx').then(({ PersonalFrame }) => ({ default: PersonalFrame })),
)

const TABLET = '(width >= 48rem) and (width < 64rem)'

function ManagersFrame({ me }: { me: Me }) {
  const [sheet, setSheet] = useState(false)
  const [palette, setPalette] = useState(false)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => setSheet(false), [path])
  useShortcuts({ [JUMP_KEYS]: () => setPalette(true) })
  const isNarrow = useMedia(TABLET)
  const pagePath = usePagePath()
  const { slug } = useParams({ strict: false })
  const jump = () => setPalette(true)
  return (
    <>
      <SkipLink to={CONTENT}>{shell.skip}</SkipLink>
      <div className="flex h-dvh text-14">
        <aside
          aria-label={shell.rail}
          className="hidden w-22 shrink-0 flex-col border-e border-line bg-sunken md:flex lg:w-60 print:hidden"
        >
          <Rail me={me} isNarrow={isNarrow} onJump={jump} />
        </aside>
        <Sheet open={sheet} onClose={() => setSheet(false)} title={shell.rail}>
          <Rail me={me} onJump={jump} />
        </Sheet>
        <div className="flex min-w-0 flex-1 flex-col">
          <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line px-2 md:hidden print:hidden">
            <IconButton label={shell.openRail} onClick={() => setSheet(true)}>
              <MenuIcon aria-hidden />
            </IconButton>
            <Mark className="size-5" />
            <span className="font-semibold">{common.console}</span>
          </header>
          <SectionStrips value={stripsOf(me, pagePath, slug)}>
            <Outlet />
          </SectionStrips>
        </div>
      </div>
      <JumpPalette open={palette} onClose={() => setPalette(false)} me={me} />
      <Toasts place="bottom" label={common.notifications} closeLabel={common.close} />
    </>
  )
}
