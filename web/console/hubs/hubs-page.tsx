import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Bot, CircleCheck, RefreshCw, UsersRound } from 'lucide-react'
import type { ManagedHub } from '#core/access/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { DataTable, rowLinkClass, type Column } from '../../ui/table.tsx'
import { ListPage, pageOf } from '../kit/list.tsx'
import { hubs } from './messages.ts'
import { common } from '../kit/messages.ts'
import { hubsQuery } from './queries.ts'
import { meQuery } from '../access/queries.ts'
import { usePageTitle } from '../kit/page.tsx'
import { useSync } from './mutations.ts'

const route = getRouteApi('/shell/hubs')

export function HubsPage() {
  const { data: me } = useSuspenseQuery(meQuery)
  const page = route.useSearch().page ?? 1
  const query = useQuery(hubsQuery(pageOf(page)))
  const sync = useSync()
  const title = usePageTitle()
  return (
    <ListPage
      acts={
        me.is_organization_admin && (
          <Button icon={<RefreshCw aria-hidden />} busy={sync.isPending} onClick={() => sync.mutate()}>
            {hubs.sync}
          </Button>
        )
      }
      query={query}
      filtered={false}
      empty={
        <Empty icon={<Bot aria-hidden />} title={hubs.empty}>
          {hubs.emptyText}
        </Empty>
      }
    >
      {({ items }) => (
        <DataTable
          label={title}
          stale={query.isPlaceholderData}
          items={items}
          keyOf={({ slug }) => slug}
          columns={COLUMNS}
        />
      )}
    </ListPage>
  )
}

const COLUMNS: readonly Column<ManagedHub>[] = [
  {
    head: hubs.hub,
    // It takes what the other columns leave.
    className: 'w-full max-w-0',
    cell: ({ slug, name, description }) => (
      <>
        <Link to="/hubs/$slug" params={{ slug }} className={`${rowLinkClass} block truncate`}>
          {name}
        </Link>
        <span className="block truncate text-12 text-faint">
          {[slug, description].filter(Boolean).join(' · ')}
        </span>
      </>
    ),
  },
  { head: hubs.managedBy, cell: (hub) => <ManagedBadge managed={hub.console_managed} /> },
  {
    head: hubs.youMayUse,
    from: 'xl',
    className: 'text-muted',
    cell: (hub) => (hub.can_chat ? common.yes : common.no),
  },
  {
    head: hubs.youMayGive,
    from: '2xl',
    number: true,
    className: 'text-muted',
    cell: ({ permissions }) => permissions.length,
  },
  {
    head: hubs.revision,
    from: '2xl',
    number: true,
    className: 'text-muted',
    cell: (hub) => hub.policy_revision,
  },
]

export const ManagedBadge = ({ managed }: { managed: boolean }) => (
  <Badge
    tone={managed ? 'ok' : 'neutral'}
    icon={managed ? <CircleCheck aria-hidden /> : <UsersRound aria-hidden />}
  >
    {managed ? hubs.byConsole : hubs.byGroups}
  </Badge>
)
