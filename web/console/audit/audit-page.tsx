import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { AuditRecord } from '#audit/schema.ts'
import { Empty } from '../../ui/empty.tsx'
import { FilterChip } from '../../ui/filter-chip.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Cell, HeadCell, Row, rowLinkClass, Table } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { Outcomes, Surfaces } from '../choices.ts'
import { ExportMenu } from '../export-menu.tsx'
import { List, PAGE_SIZE } from '../list.tsx'
import { useHubName } from '../hub-name.ts'
import { messages } from '../messages.ts'
import { Page } from '../page.tsx'
import { PermissionName } from '../permission-name.tsx'
import { meQuery } from '../queries.ts'
import type { AuditSearch } from '../searches.ts'
import { OutcomeBadge } from './outcome-badge.tsx'
import { auditQuery } from './queries.ts'
import { jsonText, RecordDialog } from './record-dialog.tsx'
import { SpanFilter } from './span-filter.tsx'
import { spanOf } from './span.ts'

const route = getRouteApi('/shell/audit')
const { audit, list } = messages

/** Every decision on a restricted tool. */
export function AuditPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data: me } = useSuspenseQuery(meQuery)
  const { hub, user, outcome, tool, surface, page = 1, range, since, until } = search
  const span = useMemo(() => spanOf({ range, since, until }, new Date()), [range, since, until])
  const filter = { hub, user, outcome, tool, surface, ...span }
  const query = useQuery(auditQuery({ ...filter, offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE }))
  const set = (change: Partial<AuditSearch>) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...change }) })
  return (
    <Page
      fills
      title={audit.title}
      count={query.data && list.total(query.data.total, true)}
      acts={<ExportMenu path="/audit" query={filter} />}
    >
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          className="w-full sm:w-64"
          label={audit.byUser}
          clearLabel={list.clearSearch}
          value={user ?? ''}
          onSearch={(text) => set({ user: text || undefined })}
        />
        <SearchField
          className="w-full sm:w-44"
          label={audit.byTool}
          clearLabel={list.clearSearch}
          value={tool ?? ''}
          onSearch={(text) => set({ tool: text || undefined })}
        />
        <FilterChip
          label={audit.outcome}
          clearLabel={list.clearFilter(audit.outcome)}
          value={outcome ?? ''}
          options={Outcomes.map((value) => ({ value, label: audit.outcomes[value] }))}
          onChange={(next) => set({ outcome: next || undefined })}
        />
        <FilterChip
          label={audit.surface}
          clearLabel={list.clearFilter(audit.surface)}
          value={surface ?? ''}
          options={Surfaces.map((value) => ({ value, label: audit.surfaces[value] }))}
          onChange={(next) => set({ surface: next || undefined })}
        />
        <FilterChip
          label={audit.hub}
          clearLabel={list.clearFilter(audit.hub)}
          value={hub ?? ''}
          options={me.hubs.map(({ slug, name }) => ({ value: slug, label: name }))}
          onChange={(next) => set({ hub: next || undefined })}
        />
        <SpanFilter search={search} onChange={set} />
      </div>
      <List
        query={query}
        filtered={Object.values(filter).some(Boolean)}
        onClear={() => void navigate({ search: {} })}
        empty={
          <Empty icon={<ScrollText aria-hidden />} title={audit.empty}>
            {audit.emptyText}
          </Empty>
        }
        page={page}
        onPage={(page) => void navigate({ search: (before) => ({ ...before, page }) })}
      >
        {({ items }) => <AuditTable records={items} stale={query.isPlaceholderData} />}
      </List>
    </Page>
  )
}

function AuditTable({ records, stale }: { records: readonly AuditRecord[]; stale: boolean }) {
  const [shown, setShown] = useState<AuditRecord | null>(null)
  const hubName = useHubName()
  return (
    <>
      <Table label={audit.title} stale={stale}>
        <thead>
          <tr>
            <HeadCell>{audit.when}</HeadCell>
            <HeadCell>{audit.tool}</HeadCell>
            <HeadCell>{audit.outcome}</HeadCell>
            <HeadCell className="@max-xl:hidden">{audit.user}</HeadCell>
            <HeadCell className="@max-4xl:hidden">{audit.hub}</HeadCell>
            <HeadCell className="@max-4xl:hidden">{audit.surface}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <Row key={record.id}>
              <Cell className="whitespace-nowrap text-muted">
                <span className="relative z-1">
                  <When at={record.at} />
                </span>
              </Cell>
              <Cell className="max-w-64">
                <button
                  type="button"
                  className={`${rowLinkClass} block max-w-full truncate`}
                  onClick={() => setShown(record)}
                >
                  {record.tool}
                </button>
              </Cell>
              <Cell>
                <OutcomeBadge outcome={record.outcome} />
              </Cell>
              <Cell className="max-w-64 truncate text-muted @max-xl:hidden">
                {record.user ?? audit.nobody}
              </Cell>
              <Cell className="text-muted @max-4xl:hidden">{hubName(record.hub)}</Cell>
              <Cell className="text-muted @max-4xl:hidden">{surfaceName(record.surface)}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      {shown && (
        <RecordDialog
          title={audit.record(shown.id)}
          at={shown.at}
          hash={shown.hash}
          onClose={() => setShown(null)}
          facts={[
            [audit.outcome, <OutcomeBadge key="outcome" outcome={shown.outcome} />],
            [audit.reason, reasonText(shown.reason)],
            [audit.tool, shown.tool],
            [
              audit.capability,
              <PermissionName key="capability" permission={shown.capability} hub={shown.hub} />,
            ],
            [audit.user, shown.user ?? audit.nobody],
            [audit.hub, hubName(shown.hub)],
            [audit.surface, surfaceName(shown.surface)],
            [audit.chat, shown.chat_id],
            [audit.run, shown.run_id],
            [audit.grant, jsonText(shown.grant)],
            [audit.revision, shown.revision],
          ]}
        />
      )}
    </>
  )
}

const reasonText = (reason: string): string => audit.reasons[reason as keyof typeof audit.reasons] ?? reason

const surfaceName = (surface: string): string =>
  audit.surfaces[surface as keyof typeof audit.surfaces] ?? surface
