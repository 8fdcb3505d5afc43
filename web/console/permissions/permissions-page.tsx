import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CircleCheck, CircleSlash, KeySquare, TriangleAlert } from 'lucide-react'
import type { HubPermission } from '#core/access/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { Empty } from '../../ui/empty.tsx'
import { listed, number } from '../../ui/language.ts'
import { DataTable, rowLinkClass, type Column } from '../../ui/table.tsx'
import { tooltip } from '../../ui/tooltips.ts'
import { entryLabel, permissionGroup } from '../access/permissions.tsx'
import { HubFilter, useHubName } from '../access/hubs.tsx'
import { TextFilter } from '../kit/filters.tsx'
import { ListPage } from '../kit/list.tsx'
import { usePageRange } from '../kit/page-size.ts'
import { usePageTitle } from '../kit/page.tsx'
import { permissions } from './messages.ts'
import { hubPermissionsQuery } from './queries.ts'

const route = getRouteApi('/shell/permissions')

export function PermissionsPage() {
  const { q, hub, page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQuery(hubPermissionsQuery({ q, hub, ...usePageRange(page) }))
  const hubName = useHubName()
  const title = usePageTitle()
  const set = (change: { q?: string | undefined; hub?: string | undefined }) =>
    void navigate({ search: ({ page: _, ...before }) => ({ ...before, ...change }), replace: 'q' in change })
  return (
    <ListPage
      lead={permissions.lead}
      filters={
        <>
          <TextFilter className="sm:w-72" label={permissions.search} value={q} onChange={(q) => set({ q })} />
          <HubFilter value={hub} onChange={(hub) => set({ hub })} />
        </>
      }
      query={query}
      filtered={Boolean(q ?? hub)}
      empty={
        <Empty icon={<KeySquare aria-hidden />} title={permissions.empty}>
          {permissions.emptyText}
        </Empty>
      }
    >
      {({ items }) => (
        <DataTable
          label={title}
          stale={query.isPlaceholderData}
          items={items}
          keyOf={({ hub, name }) => `${hub} ${name}`}
          columns={columnsWith(hubName)}
        />
      )}
    </ListPage>
  )
}

const columnsWith = (hubName: (slug: string) => string): Column<HubPermission>[] => [
  {
    head: permissions.permission,
    className: 'w-full max-w-0 min-w-32',
    cell: (entry) => <NameCell entry={entry} hubName={hubName(entry.hub)} />,
  },
  {
    head: permissions.group,
    from: '2xl',
    className: 'whitespace-nowrap text-muted',
    cell: permissionGroup,
  },
  { head: permissions.state, cell: (entry) => <State entry={entry} /> },
  { head: permissions.holders, number: true, cell: ({ holders }) => number(holders) },
]

function NameCell({ entry, hubName }: { entry: HubPermission; hubName: string }) {
  const { hub, name } = entry
  const label = entryLabel(entry)
  return (
    <>
      <Link
        to="/hubs/$slug/access"
        params={{ slug: hub }}
        search={{ permission: name }}
        dir="auto"
        className={`${rowLinkClass} block truncate`}
        {...tooltip(permissions.who(label, hubName))}
      >
        {label}
      </Link>
      <span className="block truncate text-12 text-faint">
        {[hubName, label !== name && name].filter(Boolean).join(' · ')}
      </span>
    </>
  )
}

function State({ entry: { without_effect, configured, missing } }: { entry: HubPermission }) {
  if (without_effect)
    return (
      <span {...tooltip(permissions.withoutEffectText)}>
        <Badge wraps tone="neutral" icon={<CircleSlash aria-hidden />}>
          {permissions.withoutEffect}
        </Badge>
      </span>
    )
  if (configured)
    return (
      <Badge tone="ok" icon={<CircleCheck aria-hidden />}>
        {permissions.ready}
      </Badge>
    )
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Badge wraps tone="warn" icon={<TriangleAlert aria-hidden />}>
        {permissions.notConfigured}
      </Badge>
      {missing.length > 0 && (
        <span className="text-12 break-words text-muted @max-2xl:hidden">
          {permissions.missing(listed(missing))}
        </span>
      )}
    </span>
  )
}
