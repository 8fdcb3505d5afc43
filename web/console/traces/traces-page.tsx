import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Waypoints } from 'lucide-react'
import { useMemo } from 'react'
import { TRACE_SORT } from '#ground/api/list-sorts.ts'
import type { Trace } from '#core/traces/schema.ts'
import { Empty } from '../../ui/empty.tsx'
import { AboveRow, DataTable, rowLinkClass, type TableOrder } from '../../ui/table.tsx'
import { duration } from '../../ui/time.ts'
import { When } from '../../ui/when.tsx'
import { hubColumn, HubFilter, useHubName } from '../access/hubs.tsx'
import { ChoiceFilter, choicesOf } from '../kit/filters.tsx'
import { isFiltered, useListAddress } from '../kit/list-address.ts'
import { PersonFilter } from '../kit/person-field.tsx'
import { ListPage } from '../kit/list.tsx'
import { useOrder } from '../kit/order.ts'
import { usePageRange } from '../kit/page-size.ts'
import { tracesSearch } from './address.ts'
import { span } from '../kit/messages.ts'
import { usePageTitle } from '../kit/page.tsx'
import { audit } from '../audit/messages.ts'
import { meQuery } from '../access/queries.ts'
import { count, money } from '../kit/numbers.ts'
import { traces } from './messages.ts'
import { tracesQuery } from './queries.ts'
import { TraceStateBadge } from './state-badge.tsx'

const HOURS = { '24h': 24, '7d': 7 * 24, '30d': 30 * 24 } as const

export function TracesPage() {
  const { search, isOfHub, narrow: set } = useListAddress(tracesSearch)
  const { hub, chat, run, user, state, period, page = 1 } = search
  const since = useMemo(
    () => period && new Date(Date.now() - HOURS[period] * 3_600_000).toISOString(),
    [period],
  )
  const filter = { hub, chat, run, user, state, since }
  const order = useOrder(TRACE_SORT, filter)
  const query = useQuery(tracesQuery({ ...filter, ...order.query, ...usePageRange(page) }))
  return (
    <ListPage
      lead={traces.lead}
      filters={
        <>
          <PersonFilter
            className="sm:w-64"
            label={traces.byPerson}
            value={user}
            onChange={(user) => set({ user })}
          />
          <ChoiceFilter
            label={traces.state}
            value={state}
            choices={choicesOf(traces.states)}
            onChange={(state) => set({ state })}
          />
          {!isOfHub && <HubFilter value={hub} onChange={(hub) => set({ hub })} />}
          <ChoiceFilter
            label={span.range}
            value={period}
            choices={(['24h', '7d', '30d'] as const).map((value) => [value, span.ranges[value]])}
            onChange={(period) => set({ period })}
          />
          {chat !== undefined && (
            <ChoiceFilter
              label={traces.chat}
              value={chat}
              choices={[[chat, chat]]}
              onChange={(chat) => set({ chat })}
            />
          )}
          {run !== undefined && (
            <ChoiceFilter
              label={traces.run}
              value={run}
              choices={[[run, run]]}
              onChange={(run) => set({ run })}
            />
          )}
        </>
      }
      query={query}
      order={order}
      filtered={isFiltered(filter, isOfHub)}
      empty={
        <Empty icon={<Waypoints aria-hidden />} title={traces.empty}>
          {traces.emptyText}
        </Empty>
      }
    >
      {({ items }) => (
        <TracesTable items={items} order={order} stale={query.isPlaceholderData} isOfHub={isOfHub} />
      )}
    </ListPage>
  )
}

interface TracesTableProps {
  items: readonly Trace[]
  order: TableOrder
  stale: boolean
  isOfHub: boolean
}

function TracesTable({ items, order, stale, isOfHub }: TracesTableProps) {
  const hubName = useHubName()
  return (
    <DataTable
      label={usePageTitle()}
      items={items}
      stale={stale}
      order={order}
      keyOf={({ trace_id, hub }) => `${trace_id} ${hub}`}
      columns={[
        {
          head: traces.when,
          sort: 'started',
          from: 'xl',
          className: 'whitespace-nowrap text-muted',
          cell: ({ started_at }) => (
            <AboveRow>
              <When at={started_at} />
            </AboveRow>
          ),
        },
        {
          head: traces.what,
          className: 'w-full max-w-0 min-w-40',
          cell: (trace) => <What trace={trace} />,
        },
        { head: traces.state, cell: (trace) => <TraceStateBadge {...trace} /> },
        {
          head: traces.model,
          from: '2xl',
          className: 'max-w-40 truncate text-muted',
          cell: ({ model }) => model ?? '',
        },
        {
          head: traces.tokensHead,
          sort: 'tokens',
          number: true,
          from: 'xl',
          cell: ({ tokens }) => (tokens === null ? '' : count(tokens)),
        },
        {
          head: traces.costHead,
          number: true,
          from: '2xl',
          cell: ({ cost_usd: cost }) => (cost === null ? '' : money(cost)),
        },
        {
          head: traces.took,
          sort: 'duration',
          number: true,
          from: 'xl',
          className: 'whitespace-nowrap',
          cell: ({ duration_ms }) => duration(duration_ms),
        },
        { head: traces.spans, number: true, from: '2xl', cell: ({ spans }) => spans },
        ...hubColumn<Trace>(traces.hub, isOfHub ? null : hubName),
      ]}
    />
  )
}

/** The chat opens only for its owner. */
function What({ trace }: { trace: Trace }) {
  const { data: me } = useQuery({ ...meQuery, enabled: false })
  const { trace_id, name, first_words: words, person, surface, chat_id, started_at, duration_ms } = trace
  const isOwnChat = surface === 'chatapp' && chat_id !== null && person === me?.email
  const where = surface && (audit.surfaces[surface as keyof typeof audit.surfaces] ?? surface)
  return (
    <>
      <Link
        to="/traces/$id"
        params={{ id: trace_id }}
        search={(before) => before as object}
        dir="auto"
        className={`${rowLinkClass} block truncate`}
      >
        {words ?? name ?? traces.unknown}
      </Link>
      <span className="block truncate text-12 text-faint">
        {[words !== null && name, person, where].filter(Boolean).join(' · ')}
        {isOwnChat && (
          <AboveRow>
            {' · '}
            <a href={`/c/${chat_id}`} className="text-accent-text underline-offset-4 hover:underline">
              {traces.toChat}
            </a>
          </AboveRow>
        )}
      </span>
      <span className="block truncate text-12 text-faint @xl:hidden">
        <When at={started_at} /> · {duration(duration_ms)}
      </span>
    </>
  )
}
