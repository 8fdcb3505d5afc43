import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Bot, CircleCheck, RefreshCw, UsersRound } from 'lucide-react'
import { HUB_SORT } from '#ground/api/list-sorts.ts'
import type { ManagedHub } from '#core/access/schema.ts'
import type { HubState } from '#core/serving/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Popover } from '../../ui/popover.tsx'
import { AboveRow, DataTable, rowLinkClass, type Column } from '../../ui/table.tsx'
import { ProblemList } from '../access/hub-problems.tsx'
import { hubs as words } from '../access/messages.ts'
import { ListPage } from '../kit/list.tsx'
import { useOrder } from '../kit/order.ts'
import { usePageRange } from '../kit/page-size.ts'
import { hubs } from './messages.ts'
import { common } from '../kit/messages.ts'
import { hubsQuery, hubStatesQuery } from './queries.ts'
import { Cost, LastRun, StateOf } from './hub-state.tsx'
import { meQuery } from '../access/queries.ts'
import { usePageTitle } from '../kit/page.tsx'
import { useSync } from './mutations.ts'

const route = getRouteApi('/shell/hubs')

export function HubsPage() {
  const { data: me } = useSuspenseQuery(meQuery)
  const page = route.useSearch().page ?? 1
  const order = useOrder(HUB_SORT)
  const asked = { ...order.query, ...usePageRange(page) }
  const query = useQuery(hubsQuery(asked))
  const states = useQuery(hubStatesQuery(asked)).data?.items ?? []
  const stateOf = new Map(states.map((state) => [state.hub, state]))
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
      order={order}
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
          order={order}
          items={items}
          keyOf={({ slug }) => slug}
          columns={columnsWith((slug) => stateOf.get(slug))}
        />
      )}
    </ListPage>
  )
}

const columnsWith = (stateOf: (slug: string) => HubState | undefined): Column<ManagedHub>[] => [
  {
    head: hubs.hub,
    sort: 'name',
    // Takes the remaining width.
    className: 'w-full max-w-0 min-w-40',
    cell: ({ slug, name, description }) => (
      <>
        <Link to="/hubs/$slug" params={{ slug }} dir="auto" className={`${rowLinkClass} block truncate`}>
          {name}
        </Link>
        <span dir="auto" className="block truncate text-12 text-faint">
          {[slug, description].filter(Boolean).join(' · ')}
        </span>
      </>
    ),
  },
  { head: hubs.state, sort: 'state', cell: ({ slug }) => <StateOf state={stateOf(slug)} /> },
  {
    head: hubs.problemsHead,
    from: 'xl',
    number: true,
    cell: ({ name, problems }) => <Problems name={name} problems={problems} />,
  },
  { head: hubs.lastRun, from: '2xl', cell: ({ slug }) => <LastRun state={stateOf(slug)} /> },
  {
    head: hubs.cost,
    from: 'xl',
    number: true,
    className: 'whitespace-nowrap',
    cell: ({ slug }) => <Cost state={stateOf(slug)} />,
  },
  {
    head: hubs.managedBy,
    from: '2xl',
    cell: (hub) => <ManagedBadge managed={hub.console_managed} />,
  },
  {
    head: hubs.youMayUse,
    from: '4xl',
    className: 'text-muted',
    cell: (hub) => (hub.can_chat ? common.yes : common.no),
  },
]

function Problems({ name, problems }: Pick<ManagedHub, 'name' | 'problems'>) {
  if (problems.length === 0) return <span className="text-faint">–</span>
  const title = words.problemsOf(name, problems.length)
  return (
    <AboveRow>
      <Popover
        label={title}
        trigger={
          <button
            type="button"
            aria-label={title}
            className="min-h-hit min-w-hit rounded-s text-warn underline underline-offset-4"
          >
            {problems.length}
          </button>
        }
      >
        <div className="max-h-[60dvh] max-w-[min(32rem,80vw)] overflow-y-auto text-start">
          <p className="mb-2 font-medium">{title}</p>
          <ProblemList problems={problems} />
        </div>
      </Popover>
    </AboveRow>
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
