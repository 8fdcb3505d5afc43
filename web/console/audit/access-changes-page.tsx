import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { listAccessChanges } from '#core/audit/contract.ts'
import type { AccessChange } from '#core/audit/schema.ts'
import { RECORD_SORT } from '#ground/api/list-sorts.ts'
import type { TableOrder } from '../../ui/table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ExportMenu } from '../kit/export-menu.tsx'
import { ChoiceFilter, choicesOf } from '../kit/filters.tsx'
import { PersonFilter } from '../kit/person-field.tsx'
import { HubFilter, useHubName } from '../access/hubs.tsx'
import { ListPage } from '../kit/list.tsx'
import { useOrder } from '../kit/order.ts'
import { usePageRange } from '../kit/page-size.ts'
import { accessChanges, audit, stopped } from './messages.ts'
import { PermissionName } from '../access/permissions.tsx'
import { accessChangesQuery } from './queries.ts'
import type { Fact } from './record-dialog.tsx'
import { RecordTable } from './record-table.tsx'
import { formatRecorded } from './recorded-value.tsx'
import { mayStop, StoppedWorkList } from './stopped.tsx'
import { SpanFilter } from '../kit/span-filter.tsx'
import { useSpan } from '../kit/span.ts'
import { usePageTitle } from '../kit/page.tsx'

const route = getRouteApi('/shell/access-changes')

export function AccessChangesPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { hub, user, actor, action, page = 1 } = search
  const filter = { hub, user, actor, action, ...useSpan(search) }
  const order = useOrder(RECORD_SORT)
  const query = useQuery(accessChangesQuery({ ...filter, ...order.query, ...usePageRange(page) }))
  const set = (change: Partial<ReturnType<typeof route.useSearch>>) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...change }) })
  return (
    <ListPage
      acts={<ExportMenu route={listAccessChanges} query={filter} />}
      filters={
        <>
          <PersonFilter
            className="sm:w-56"
            label={accessChanges.bySubject}
            value={user}
            onChange={(user) => set({ user })}
          />
          <PersonFilter
            className="sm:w-56"
            label={accessChanges.byActor}
            value={actor}
            onChange={(actor) => set({ actor })}
          />
          <ChoiceFilter
            label={audit.action}
            value={action}
            choices={choicesOf<string>(audit.actions)}
            onChange={(action) => set({ action })}
          />
          <HubFilter value={hub} onChange={(hub) => set({ hub })} />
          <SpanFilter search={search} onChange={set} />
        </>
      }
      query={query}
      order={order}
      filtered={Object.values(filter).some(Boolean)}
      empty={
        <Empty icon={<History aria-hidden />} title={accessChanges.empty}>
          {accessChanges.emptyText}
        </Empty>
      }
    >
      {({ items }) => <ChangesTable changes={items} order={order} stale={query.isPlaceholderData} />}
    </ListPage>
  )
}

interface ChangesTableProps {
  changes: readonly AccessChange[]
  order: TableOrder
  stale: boolean
}

function ChangesTable({ changes, order, stale }: ChangesTableProps) {
  const hubName = useHubName()
  return (
    <RecordTable
      label={usePageTitle()}
      stale={stale}
      order={order}
      items={changes}
      link={{
        head: audit.action,
        text: ({ action }) => actionName(action),
        beside: ({ permission, hub }) =>
          permission && (
            <span className="text-muted">
              {' · '}
              <PermissionName permission={permission} hub={hub} />
            </span>
          ),
        below: ({ subject }) => subject,
      }}
      columns={[
        {
          head: accessChanges.subject,
          from: 'xl',
          className: 'max-w-56 truncate',
          cell: ({ subject }) => subject,
        },
        { head: audit.hub, from: '4xl', className: 'text-muted', cell: ({ hub }) => hubName(hub) },
        {
          head: audit.actor,
          from: '2xl',
          className: 'max-w-56 truncate text-muted',
          cell: ({ actor }) => actor,
        },
        {
          head: audit.revision,
          from: '4xl',
          number: true,
          className: 'text-muted',
          cell: ({ revision }) => revision,
        },
      ]}
      factsOf={(change) => factsOf(change, hubName)}
    />
  )
}

const factsOf = (change: AccessChange, hubName: (slug: string | null) => string): Fact[] => [
  [audit.action, actionName(change.action)],
  [accessChanges.subject, change.subject],
  [
    audit.permission,
    change.permission && <PermissionName key="permission" permission={change.permission} hub={change.hub} />,
  ],
  [audit.hub, hubName(change.hub)],
  [audit.actor, change.actor],
  [accessChanges.before, formatRecorded(change.before)],
  [accessChanges.after, formatRecorded(change.after)],
  [audit.reason, change.reason],
  [stopped.title, mayStop(change) ? <StoppedWorkList key="stopped" change={change} /> : null],
  [audit.revision, change.revision],
  [audit.request, change.request_id],
]

const actionName = (action: string): string => audit.actions[action as keyof typeof audit.actions] ?? action
