import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ScrollText, CircleCheck, CircleSlash, CircleX } from 'lucide-react'
import { listAudit } from '#core/audit/contract.ts'
import type { AuditRecord } from '#core/audit/schema.ts'
import { RECORD_SORT } from '#ground/api/list-sorts.ts'
import type { TableOrder } from '../../ui/table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ExportMenu } from '../kit/export-menu.tsx'
import { ChoiceFilter, choicesOf, TextFilter } from '../kit/filters.tsx'
import { PersonFilter } from '../kit/person-field.tsx'
import { HubFilter, useHubName } from '../access/hubs.tsx'
import { ListPage } from '../kit/list.tsx'
import { useOrder } from '../kit/order.ts'
import { usePageRange } from '../kit/page-size.ts'
import { audit } from './messages.ts'
import { PermissionName } from '../access/permissions.tsx'
import { auditQuery } from './queries.ts'
import type { Fact } from './record-dialog.tsx'
import { RecordTable } from './record-table.tsx'
import { formatRecorded } from './recorded-value.tsx'
import { WhyCard } from '../access/why.tsx'
import { SpanFilter } from '../kit/span-filter.tsx'
import { useSpan } from '../kit/span.ts'
import { usePageTitle } from '../kit/page.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'

const route = getRouteApi('/shell/audit')

export function AuditPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { hub, user, outcome, tool, surface, page = 1 } = search
  const filter = { hub, user, outcome, tool, surface, ...useSpan(search) }
  const order = useOrder(RECORD_SORT)
  const query = useQuery(auditQuery({ ...filter, ...order.query, ...usePageRange(page) }))
  const set = (change: Partial<ReturnType<typeof route.useSearch>>) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...change }) })
  return (
    <ListPage
      acts={<ExportMenu route={listAudit} query={filter} />}
      filters={
        <>
          <PersonFilter
            className="sm:w-64"
            label={audit.byUser}
            value={user}
            onChange={(user) => set({ user })}
          />
          <TextFilter
            className="sm:w-44"
            label={audit.byTool}
            value={tool}
            onChange={(tool) => set({ tool })}
          />
          <ChoiceFilter
            label={audit.outcome}
            value={outcome}
            choices={choicesOf(audit.outcomes)}
            onChange={(outcome) => set({ outcome })}
          />
          <ChoiceFilter<string>
            label={audit.surface}
            value={surface}
            choices={choicesOf(audit.surfaces)}
            onChange={(surface) => set({ surface })}
          />
          <HubFilter value={hub} onChange={(hub) => set({ hub })} />
          <SpanFilter search={search} onChange={set} />
        </>
      }
      query={query}
      order={order}
      filtered={Object.values(filter).some(Boolean)}
      empty={
        <Empty icon={<ScrollText aria-hidden />} title={audit.empty}>
          {audit.emptyText}
        </Empty>
      }
    >
      {({ items }) => <AuditTable records={items} order={order} stale={query.isPlaceholderData} />}
    </ListPage>
  )
}

interface AuditTableProps {
  records: readonly AuditRecord[]
  order: TableOrder
  stale: boolean
}

function AuditTable({ records, order, stale }: AuditTableProps) {
  const hubName = useHubName()
  return (
    <RecordTable
      label={usePageTitle()}
      stale={stale}
      order={order}
      items={records}
      link={{ head: audit.tool, text: ({ tool }) => tool, className: 'max-w-64' }}
      columns={[
        { head: audit.outcome, cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
        {
          head: audit.user,
          from: 'xl',
          className: 'max-w-64 truncate text-muted',
          cell: ({ user }) => user ?? audit.nobody,
        },
        { head: audit.hub, from: '4xl', className: 'text-muted', cell: ({ hub }) => hubName(hub) },
        {
          head: audit.surface,
          from: '4xl',
          className: 'text-muted',
          cell: ({ surface }) => surfaceName(surface),
        },
      ]}
      factsOf={(record) => factsOf(record, hubName)}
    />
  )
}

const factsOf = (record: AuditRecord, hubName: (slug: string) => string): Fact[] => [
  [audit.outcome, <OutcomeBadge key="outcome" outcome={record.outcome} />],
  [audit.reason, reasonText(record.reason)],
  [audit.tool, record.tool],
  [audit.capability, <PermissionName key="capability" permission={record.capability} hub={record.hub} />],
  [audit.user, record.user ?? audit.nobody],
  [audit.hub, hubName(record.hub)],
  [audit.surface, surfaceName(record.surface)],
  [audit.chat, record.chat_id && <TracesLink key="chat" chat={record.chat_id} />],
  [audit.run, record.run_id],
  [audit.grant, formatRecorded(record.grant)],
  [audit.revision, record.revision],
  [audit.today, record.outcome === 'denied' && record.user ? <Today key="today" record={record} /> : null],
]

const TracesLink = ({ chat }: { chat: string }) => (
  <Link to="/traces" search={{ chat }} className="break-all text-accent-text hover:underline">
    {chat}
  </Link>
)

const Today = ({ record: { user, hub, capability } }: { record: AuditRecord }) => (
  <WhyCard question={{ subject: user!, hub, permission: capability }} />
)

const reasonText = (reason: string): string => audit.reasons[reason as keyof typeof audit.reasons] ?? reason

const surfaceName = (surface: string): string =>
  audit.surfaces[surface as keyof typeof audit.surfaces] ?? surface

const LOOKS: Record<AuditRecord['outcome'], { tone: Tone; Icon: typeof CircleX }> = {
  allowed: { tone: 'ok', Icon: CircleCheck },
  denied: { tone: 'danger', Icon: CircleSlash },
  failed: { tone: 'warn', Icon: CircleX },
}

function OutcomeBadge({ outcome }: { outcome: AuditRecord['outcome'] }) {
  const { tone, Icon } = LOOKS[outcome]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {audit.outcomes[outcome]}
    </Badge>
  )
}
