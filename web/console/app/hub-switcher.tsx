import { useNavigate, useParams } from '@tanstack/react-router'
import { ChevronsUpDown } from 'lucide-react'
import type { Me } from '#core/access/schema.ts'
import { Menu, MenuChoice } from '../../ui/menu.tsx'
import { shell } from './messages.ts'
import { usePagePath } from './page-path.ts'

const ALL = ''

export interface HubSwitcherProps {
  me: Me
  current: string | undefined
  isNarrow: boolean
}

export function HubSwitcher({ me, current, isNarrow }: HubSwitcherProps) {
  const navigate = useNavigate()
  const { slug } = useParams({ strict: false })
  const isOfHub = usePagePath().startsWith('/hubs/')
  const shown = me.hubs.find((hub) => hub.slug === current)
  const options = [
    { value: ALL, label: shell.allHubs },
    ...me.hubs.map((hub) => ({
      value: hub.slug,
      label: hub.name,
      ...(hub.name === hub.slug ? {} : { detail: hub.slug }),
    })),
  ]
  const label = `${shell.hub}: ${shown?.name ?? shell.allHubs}`
  function choose(hub: string) {
    if (slug === undefined)
      return void navigate({
        to: '.',
        search: ({ hub: _, page: __, ...rest }) => (hub === ALL ? rest : { ...rest, hub }),
      })
    if (hub === ALL) return void navigate({ to: '/hubs' })
    if (isOfHub) return void navigate({ to: '.', params: { slug: hub }, search: {} })
    void navigate({ to: '/hubs/$slug', params: { slug: hub } })
  }
  return (
    <Menu
      align="start"
      className={isNarrow ? 'min-w-56' : 'w-(--radix-dropdown-menu-trigger-width)'}
      trigger={
        isNarrow ? (
          <button
            type="button"
            aria-label={label}
            className="flex min-h-11 w-full flex-col items-center justify-center rounded-m border border-line bg-raised p-1 text-12 shadow-1 hover:bg-hover data-[state=open]:bg-hover"
          >
            <span className="line-clamp-2 max-w-full text-center leading-tight font-medium break-words">
              {shown?.name ?? shell.allHubs}
            </span>
            <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-faint" />
          </button>
        ) : (
          <button
            type="button"
            aria-label={label}
            className="flex min-h-10 w-full items-center gap-2 rounded-m border border-line bg-raised px-2 text-start shadow-1 hover:bg-hover data-[state=open]:bg-hover"
          >
            <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
              {shown?.name ?? shell.allHubs}
            </span>
            <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-faint" />
          </button>
        )
      }
    >
      <MenuChoice label={shell.hub} value={current ?? ALL} options={options} onChange={choose} />
    </Menu>
  )
}
