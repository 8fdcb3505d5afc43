import { Link } from '@tanstack/react-router'
import type { Me } from '#core/access/schema.ts'
import { cx } from '../../ui/cx.ts'
import { railPages, railPathOf } from './page-table.ts'
import { usePagePath } from './page-path.ts'

const ENTRY =
  'flex shrink-0 rounded-m text-muted hover:bg-hover hover:text-text aria-[current=page]:bg-selected aria-[current=page]:font-medium aria-[current=page]:text-text [&_svg]:size-4 [&_svg]:shrink-0'

export const railEntry = (isNarrow: boolean): string =>
  cx(
    ENTRY,
    isNarrow
      ? 'min-h-11 flex-col items-center justify-center gap-0.5 py-1 text-center text-12'
      : 'min-h-hit items-center gap-2.5 px-2',
  )

export interface RailPagesProps {
  me: Me
  hub: string | undefined
  isNarrow: boolean
}

export function RailPages({ me, hub, isNarrow }: RailPagesProps) {
  const current = railPathOf(usePagePath())
  return (
    <ul className="flex flex-col gap-0.5">
      {railPages(me).map(({ path, texts, icon: Icon }) => (
        <li key={path}>
          <Link
            to={path as '/'}
            search={hub ? { hub } : {}}
            activeOptions={{ exact: true, includeSearch: false }}
            aria-current={path === current ? 'page' : undefined}
            className={railEntry(isNarrow)}
          >
            <Icon aria-hidden />
            <span>{texts().railTitle ?? texts().title}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
