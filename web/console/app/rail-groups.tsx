import { Link } from '@tanstack/react-router'
import { useId, type ReactNode } from 'react'
import type { Me } from '#core/access/schema.ts'
import { cx } from '../../ui/cx.ts'
import { tooltip } from '../../ui/tooltips.ts'
import { shell } from './messages.ts'
import { groupsFor } from './rail-pages.ts'

export const RAIL_ENTRY =
  'flex min-h-hit shrink-0 items-center gap-2.5 rounded-m px-2 text-muted hover:bg-hover hover:text-text aria-[current=page]:bg-selected aria-[current=page]:font-medium aria-[current=page]:text-text [&_svg]:size-4 [&_svg]:shrink-0'

export interface RailPagesProps {
  me: Me
  hub: string | undefined
  isNarrow: boolean
}

export const RailPages = ({ me, hub, isNarrow }: RailPagesProps) =>
  groupsFor(me).map(({ group, pages }) => (
    <Group key={group} title={group === 'first' ? null : shell.groups[group]} isNarrow={isNarrow}>
      {pages.map(({ path, title, icon: Icon }) => (
        <li key={path}>
          <Link
            to={path}
            search={hub ? { hub } : {}}
            activeOptions={{ exact: path === '/', includeSearch: false }}
            activeProps={{ 'aria-current': 'page' }}
            {...(isNarrow && tooltip(title))}
            className={cx(RAIL_ENTRY, isNarrow && 'justify-center')}
          >
            <Icon aria-hidden />
            <span className={cx(isNarrow && 'sr-only')}>{title}</span>
          </Link>
        </li>
      ))}
    </Group>
  ))

interface GroupProps {
  title: string | null
  isNarrow: boolean
  children: ReactNode
}

function Group({ title, isNarrow, children }: GroupProps) {
  const id = useId()
  return (
    <>
      {title && (
        <p
          id={id}
          className={cx(
            'text-12 font-medium text-faint',
            isNarrow ? 'my-1.5 h-px shrink-0 bg-line' : 'px-2 pt-2.5 pb-1',
          )}
        >
          <span className={cx(isNarrow && 'sr-only')}>{title}</span>
        </p>
      )}
      <ul aria-labelledby={title ? id : undefined} className="flex flex-col gap-0.5">
        {children}
      </ul>
    </>
  )
}
