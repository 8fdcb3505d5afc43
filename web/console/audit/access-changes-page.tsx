import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { AccessChange } from '#audit/schema.ts'
import { Empty } from '../../ui/empty.tsx'
import { FilterChip } from '../../ui/filter-chip.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Cell, HeadCell, Row, rowLinkClass, Table } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { ExportMenu } from '../export-menu.tsx'
import { List, PAGE_SIZE } from '../list.tsx'
import { useHubName } from '../hub-name.ts'
import { messages } from '../messages.ts'
import { Page } from '../page.tsx'
import { PermissionName } from '../permission-name.tsx'
import { meQuery } from '../queries.ts'
import type { AuditSearch } from '../searches.ts'
import { accessChangesQuery } from './queries.ts'
import { jsonText, RecordDialog } from './record-dialog.tsx'
import { SpanFilter } from './span-filter.tsx'
import { spanOf } from './span.ts'

const route = getRouteApi('/shell/access-changes')
const { audit, list, accessChanges } = messages

/** Who gave what to whom, and every change of an account. */
export function AccessChangesPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data: me } = useSuspenseQuery(meQuery)
  const { hub, user, actor, action, page = 1, range, since, until } = search
  const span = useMemo(() => spanOf({ range, since, until }, new Date()), [range, since, until])
  const filter = { hub, user, actor, action, ...span }
  const query = useQuery(accessChangesQuery({ ...filter, offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE }))
  const set = (change: Partial<AuditSearch>) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...change }) })
  return (
    <Page
      fills
      title={accessChanges.title}
      count={query.data && list.total(query.data.total, true)}
      acts={<ExportMenu path="/access-changes" query={filter} />}
    >
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          className="w-full sm:w-56"
          label={accessChanges.bySubject}
          clearLabel={list.clearSearch}
          value={user ?? ''}
          onSearch={(text) => set({ user: text || undefined })}
        />
        <SearchField
          className="w-full sm:w-56"
          label={accessChanges.byActor}
          clearLabel={list.clearSearch}
          value={actor ?? ''}
          onSearch={(text) => set({ actor: text || undefined })}
        />
        <FilterChip
          label={audit.action}
          clearLabel={list.clearFilter(audit.action)}
          value={action ?? ''}
          options={Object.entries(audit.actions).map(([value, label]) => ({ value, label }))}
          onChange={(next) => set({ action: next || undefined })}
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
          <Empty icon={<History aria-hidden />} title={accessChanges.empty}>
            {accessChanges.emptyText}
          </Empty>
        }
        page={page}
        onPage={(page) => void navigate({ search: (before) => ({ ...before, page }) })}
      >
        {({ items }) => <ChangesTable changes={items} stale={query.isPlaceholderData} />}
      </List>
    </Page>
  )
}

function ChangesTable({ changes, stale }: { changes: readonly AccessChange[]; stale: boolean }) {
  const [shown, setShown] = useState<AccessChange | null>(null)
  const hubName = useHubName()
  return (
    <>
      <Table label={accessChanges.title} stale={stale}>
        <thead>
          <tr>
            <HeadCell>{audit.when}</HeadCell>
            <HeadCell>{audit.action}</HeadCell>
            <HeadCell>{accessChanges.subject}</HeadCell>
            <HeadCell className="@max-2xl:hidden">{audit.hub}</HeadCell>
            <HeadCell className="@max-xl:hidden">{audit.actor}</HeadCell>
            <HeadCell number className="@max-4xl:hidden">
              {audit.revision}
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <Row key={change.id}>
              <Cell className="whitespace-nowrap text-muted">
                <span className="relative z-1">
                  <When at={change.at} />
                </span>
              </Cell>
              <Cell>
                <button type="button" className={rowLinkClass} onClick={() => setShown(change)}>
                  {actionName(change.action)}
                </button>
                {change.permission && (
                  <span className="text-muted">
                    {' · '}
                    <PermissionName permission={change.permission} hub={change.hub} />
                  </span>
                )}
              </Cell>
              <Cell className="max-w-56 truncate">{change.subject}</Cell>
              <Cell className="text-muted @max-2xl:hidden">{hubName(change.hub)}</Cell>
              <Cell className="max-w-56 truncate text-muted @max-xl:hidden">{change.actor}</Cell>
              <Cell number className="text-muted @max-4xl:hidden">
                {change.revision}
              </Cell>
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
            [audit.action, actionName(shown.action)],
            [accessChanges.subject, shown.subject],
            [
              audit.permission,
              shown.permission && (
                <PermissionName key="permission" permission={shown.permission} hub={shown.hub} />
              ),
            ],
            [audit.hub, hubName(shown.hub)],
            [audit.actor, shown.actor],
            [accessChanges.before, jsonText(shown.before)],
            [accessChanges.after, jsonText(shown.after)],
            [audit.reason, shown.reason],
            [audit.revision, shown.revision],
            [audit.request, shown.request_id],
          ]}
        />
      )}
    </>
  )
}

const actionName = (action: string): string => audit.actions[action as keyof typeof audit.actions] ?? action
