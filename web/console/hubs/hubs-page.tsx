import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Bot, CircleCheck, RefreshCw, UsersRound } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Cell, HeadCell, Row, rowLinkClass, Table } from '../../ui/table.tsx'
import { List, PAGE_SIZE } from '../list.tsx'
import { messages } from '../messages.ts'
import { Page } from '../page.tsx'
import { hubsQuery, meQuery } from '../queries.ts'
import { useSync } from './mutations.ts'

const route = getRouteApi('/shell/hubs')
const { hubs, common } = messages

export function HubsPage() {
  const { data: me } = useSuspenseQuery(meQuery)
  const page = route.useSearch().page ?? 1
  const navigate = route.useNavigate()
  const query = useQuery(hubsQuery({ offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE }))
  const sync = useSync()
  return (
    <Page
      fills
      title={hubs.title}
      count={query.data && String(query.data.total)}
      acts={
        me.is_organization_admin && (
          <Button icon={<RefreshCw aria-hidden />} busy={sync.isPending} onClick={() => sync.mutate()}>
            {hubs.sync}
          </Button>
        )
      }
    >
      <List
        query={query}
        filtered={false}
        onClear={() => void navigate({ search: {} })}
        empty={
          <Empty icon={<Bot aria-hidden />} title={hubs.empty}>
            {hubs.emptyText}
          </Empty>
        }
        page={page}
        onPage={(page) => void navigate({ search: { page } })}
      >
        {({ items }) => (
          <Table label={hubs.title} stale={query.isPlaceholderData}>
            <thead>
              <tr>
                <HeadCell>{hubs.hub}</HeadCell>
                <HeadCell>{hubs.managedBy}</HeadCell>
                <HeadCell className="@max-xl:hidden">{hubs.youMayUse}</HeadCell>
                <HeadCell number className="@max-2xl:hidden">
                  {hubs.youMayGive}
                </HeadCell>
                <HeadCell number className="@max-2xl:hidden">
                  {hubs.revision}
                </HeadCell>
              </tr>
            </thead>
            <tbody>
              {items.map((hub) => (
                <Row key={hub.slug}>
                  <Cell className="max-w-96">
                    <Link
                      to="/hubs/$slug"
                      params={{ slug: hub.slug }}
                      className={`${rowLinkClass} block truncate`}
                    >
                      {hub.name}
                    </Link>
                    <span className="block truncate text-12 text-faint">
                      {[hub.slug, hub.description].filter(Boolean).join(' · ')}
                    </span>
                  </Cell>
                  <Cell>
                    <ManagedBadge managed={hub.console_managed} />
                  </Cell>
                  <Cell className="text-muted @max-xl:hidden">{hub.can_chat ? common.yes : common.no}</Cell>
                  <Cell number className="text-muted @max-2xl:hidden">
                    {hub.permissions.length}
                  </Cell>
                  <Cell number className="text-muted @max-2xl:hidden">
                    {hub.policy_revision}
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        )}
      </List>
    </Page>
  )
}

export const ManagedBadge = ({ managed }: { managed: boolean }) => (
  <Badge
    tone={managed ? 'ok' : 'neutral'}
    icon={managed ? <CircleCheck aria-hidden /> : <UsersRound aria-hidden />}
  >
    {managed ? hubs.byConsole : hubs.byGroups}
  </Badge>
)
