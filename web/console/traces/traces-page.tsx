import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Waypoints } from 'lucide-react'
import { useMemo } from 'react'
import type { Trace } from '#core/traces/schema.ts'
import { Empty } from '../../ui/empty.tsx'
import { FilterChip } from '../../ui/filter-chip.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { AboveRow, DataTable, rowLinkClass } from '../../ui/table.tsx'
import { duration } from '../../ui/time.ts'
import { When } from '../../ui/when.tsx'
import { useHubName } from '../access/hubs.tsx'
import { List, PAGE_SIZE } from '../kit/list.tsx'
import { list, span } from '../kit/messages.ts'
import { Page, usePageTitle } from '../kit/page.tsx'
import { meQuery } from '../access/queries.ts'
import { traces } from './messages.ts'
import { tracesQuery } from './queries.ts'
import { StateBadge } from './state-badge.tsx'

const route = getRouteApi('/shell/traces')
const HOURS = { '24h': 24, '7d': 7 * 24 } as const

/** Every request that made an agent work, and every run. */
export function TracesPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data: me } = useSuspenseQuery(meQuery)
  const { hub, chat, run, state, period, page = 1 } = search
  const since = useMemo(
    () => period && new Date(Date.now() - HOURS[period] * 3_600_000).toISOString(),
    [period],
  )
  const filter = { hub, chat, run, state, since }
  const query = useQuery(tracesQuery({ ...filter, offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE }))
  const set = (change: Partial<ReturnType<typeof route.useSearch>>) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...change }) })
  const total = query.data
  return (
    <Page fills count={total && list.total(total.total, total.total_is_exact)} lead={traces.lead}>
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          className="w-full sm:w-64"
          label={traces.byChat}
          clearLabel={list.clearSearch}
          value={chat ?? ''}
          onSearch={(text) => set({ chat: text || undefined })}
        />
        <FilterChip
          label={traces.state}
          clearLabel={list.clearFilter(traces.state)}
          value={state ?? ''}
          options={(['ok', 'failed'] as const).map((value) => ({ value, label: traces.states[value] }))}
          onChange={(next) => set({ state: next || undefined })}
        />
        <FilterChip
          label={traces.hub}
          clearLabel={list.clearFilter(traces.hub)}
          value={hub ?? ''}
          options={me.hubs.map(({ slug, name }) => ({ value: slug, label: name }))}
          onChange={(next) => set({ hub: next || undefined })}
        />
        <FilterChip
          label={span.range}
          clearLabel={list.clearFilter(span.range)}
          value={period ?? ''}
          options={(['24h', '7d'] as const).map((value) => ({ value, label: span.ranges[value] }))}
          onChange={(next) => set({ period: next || undefined })}
        />
      </div>
      <List
        query={query}
        filtered={Object.values(filter).some(Boolean)}
        onClear={() => void navigate({ search: {} })}
        empty={
          <Empty icon={<Waypoints aria-hidden />} title={traces.empty}>
            {traces.emptyText}
          </Empty>
        }
        page={page}
        onPage={(page) => void navigate({ search: (before) => ({ ...before, page }) })}
      >
        {({ items }) => <TracesTable items={items} stale={query.isPlaceholderData} />}
      </List>
    </Page>
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
          className: 'whitespace-nowrap text-muted',
          cell: ({ started_at }) => (
            <AboveRow>
              <When at={started_at} />
            </AboveRow>
          ),
        },
        {
          head: traces.what,
          className: 'max-w-64',
          cell: ({ trace_id, name }) => (
            <Link
              to="/traces/$id"
              params={{ id: trace_id }}
              search={(before) => before as object}
              className={`${rowLinkClass} block truncate`}
            >
              {name ?? traces.unknown}
            </Link>
          ),
        },
        { head: traces.state, cell: ({ failed }) => <StateBadge failed={failed} /> },
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
