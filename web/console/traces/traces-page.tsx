import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Waypoints } from 'lucide-react'
import { useMemo } from 'react'
import type { Trace } from '#core/traces/schema.ts'
import { Empty } from '../../ui/empty.tsx'
import { AboveRow, DataTable, rowLinkClass } from '../../ui/table.tsx'
import { duration } from '../../ui/time.ts'
import { When } from '../../ui/when.tsx'
import { HubFilter, useHubName } from '../access/hubs.tsx'
import { ChoiceFilter, choicesOf, TextFilter } from '../kit/filters.tsx'
import { isFiltered, useListAddress } from '../kit/list-address.ts'
import { ListPage, pageRange } from '../kit/list.tsx'
import { tracesSearch } from './address.ts'
import { span } from '../kit/messages.ts'
import { usePageTitle } from '../kit/page.tsx'
import { traces } from './messages.ts'
import { tracesQuery } from './queries.ts'
import { TraceStateBadge } from './state-badge.tsx'

const HOURS = { '24h': 24, '7d': 7 * 24 } as const

export function TracesPage() {
  const { search, isOfHub, narrow: set } = useListAddress(tracesSearch)
  const { hub, chat, run, state, period, page = 1 } = search
  const since = useMemo(
    () => period && new Date(Date.now() - HOURS[period] * 3_600_000).toISOString(),
    [period],
  )
  const filter = { hub, chat, run, state, since }
  const query = useQuery(tracesQuery({ ...filter, ...pageRange(page) }))
  return (
    <ListPage
      lead={traces.lead}
      filters={
        <>
          <TextFilter
            className="sm:w-64"
            label={traces.byChat}
            value={chat}
            onChange={(chat) => set({ chat })}
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
            choices={(['24h', '7d'] as const).map((value) => [value, span.ranges[value]])}
            onChange={(period) => set({ period })}
          />
        </>
      }
      query={query}
      filtered={isFiltered(filter, isOfHub)}
      empty={
        <Empty icon={<Waypoints aria-hidden />} title={traces.empty}>
          {traces.emptyText}
        </Empty>
      }
    >
      {({ items }) => <TracesTable items={items} stale={query.isPlaceholderData} />}
    </ListPage>
  )
}

function TracesTable({ items, stale }: { items: readonly Trace[]; stale: boolean }) {
  const hubName = useHubName()
  return (
    <DataTable
      label={usePageTitle()}
      items={items}
      stale={stale}
      keyOf={({ trace_id, hub }) => `${trace_id} ${hub}`}
      columns={[
        {
          head: traces.when,
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
          className: 'max-w-64 @max-xl:w-full @max-xl:max-w-0',
          cell: ({ trace_id, name, started_at }) => (
            <>
              <Link
                to="/traces/$id"
                params={{ id: trace_id }}
                search={(before) => before as object}
                className={`${rowLinkClass} block truncate`}
              >
                {name ?? traces.unknown}
              </Link>
              <span className="block text-12 text-faint @xl:hidden">
                <When at={started_at} />
              </span>
            </>
          ),
        },
        { head: traces.state, cell: ({ failed }) => <TraceStateBadge failed={failed} /> },
        {
          head: traces.took,
          number: true,
          className: 'whitespace-nowrap',
          cell: ({ duration_ms }) => duration(duration_ms),
        },
        { head: traces.spans, number: true, from: '2xl', cell: ({ spans }) => spans },
        { head: traces.hub, from: '4xl', className: 'text-muted', cell: ({ hub }) => hubName(hub) },
        {
          head: traces.chat,
          from: '4xl',
          className: 'max-w-48 truncate font-mono text-12 text-faint',
          cell: ({ chat_id, run_id }) => chat_id ?? run_id ?? '',
        },
      ]}
    />
  )
}
