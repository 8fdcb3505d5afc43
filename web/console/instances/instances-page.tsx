import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CircleCheck, CirclePause, Server, Unplug } from 'lucide-react'
import type { InstanceView } from '#core/serving/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { Empty } from '../../ui/empty.tsx'
import { DataTable } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { ListPage } from '../kit/list.tsx'
import { usePageRange } from '../kit/page-size.ts'
import { usePageTitle } from '../kit/page.tsx'
import { instances } from './messages.ts'
import { instancesQuery } from './queries.ts'
import { number } from '../../ui/language.ts'

const route = getRouteApi('/shell/machines')

export function InstancesPage() {
  const query = useQuery(instancesQuery(usePageRange(route.useSearch().page ?? 1)))
  return (
    <ListPage
      lead={instances.lead}
      query={query}
      filtered={false}
      empty={
        <Empty icon={<Server aria-hidden />} title={instances.empty}>
          {instances.emptyText}
        </Empty>
      }
    >
      {({ items }) => <InstanceTable items={items} stale={query.isPlaceholderData} />}
    </ListPage>
  )
}

const InstanceTable = ({ items, stale }: { items: readonly InstanceView[]; stale: boolean }) => (
  <DataTable
    label={usePageTitle()}
    stale={stale}
    items={items}
    keyOf={({ id }) => id}
    columns={[
      {
        head: instances.name,
        className: 'max-w-64 truncate font-medium',
        cell: ({ name }) => name,
      },
      { head: instances.state, cell: ({ state }) => <State state={state} /> },
      { head: instances.turns, number: true, cell: ({ turns }) => number(turns) },
      { head: instances.runs, number: true, cell: ({ runs }) => number(runs) },
      { head: instances.hubs, from: 'xl', cell: (instance) => <Hubs {...instance} /> },
      {
        head: instances.since,
        from: '2xl',
        className: 'whitespace-nowrap text-muted',
        cell: ({ since }) => <When at={since} />,
      },
      { head: instances.version, from: '2xl', className: 'text-muted', cell: ({ version }) => version },
    ]}
  />
)

const STATES = {
  serving: { tone: 'ok', icon: <CircleCheck aria-hidden /> },
  draining: { tone: 'warn', icon: <CirclePause aria-hidden /> },
  silent: { tone: 'danger', icon: <Unplug aria-hidden /> },
} as const

const State = ({ state }: Pick<InstanceView, 'state'>) => (
  <Badge {...STATES[state]}>{instances.states[state]}</Badge>
)

/** Maximum number of Hubs shown per instance, because a gateway may serve hundreds. */
const HUBS_SHOWN = 3

function Hubs({ hubs, hub_versions }: Pick<InstanceView, 'hubs' | 'hub_versions'>) {
  if (hubs.length === 0) return <span className="text-faint">–</span>
  return (
    <span className="flex flex-wrap gap-x-2">
      {hubs.slice(0, HUBS_SHOWN).map((slug) => (
        <span key={slug}>
          <Link to="/hubs/$slug" params={{ slug }} className="underline-offset-4 hover:underline">
            {slug}
          </Link>
          {slug in hub_versions && (
            <span className="text-faint"> {instances.hubVersion(hub_versions[slug]!)}</span>
          )}
        </span>
      ))}
      {hubs.length > HUBS_SHOWN && (
        <span className="text-faint">{instances.more(hubs.length - HUBS_SHOWN)}</span>
      )}
    </span>
  )
}
