import { useQuery } from '@tanstack/react-query'
import { KeyRound, UserPlus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { listAccess } from '#core/access/contract.ts'
import type { AccessItem, PermissionCatalog } from '#core/access/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { ExportMenu } from '../kit/export-menu.tsx'
import { List, ListFailure, ListSkeleton } from '../kit/list.tsx'
import { usePageRange } from '../kit/page-size.ts'
import { hubs } from './messages.ts'
import { list } from '../kit/messages.ts'
import { accessQuery } from './queries.ts'
import { catalogQuery } from '../access/queries.ts'
import { AddPersonDialog } from './add-person-dialog.tsx'
import { DraftBar } from './draft-bar.tsx'
import { MatrixLegend } from './matrix-legend.tsx'
import { Matrix } from './matrix.tsx'
import { enterTable } from './roving.ts'
import { SelectionBar } from './selection-bar.tsx'
import { PermissionFilter } from '../access/permission-filter.tsx'
import { useDraft } from './use-draft.ts'

export interface HubAccessSearch {
  q?: string | undefined
  page?: number | undefined
  permission?: string | undefined
  first?: string | undefined
}

export interface HubAccessProps {
  /** Slug of a Hub, or `*` for the organization. */
  hub: string
  label: string
  search: HubAccessSearch
  onSearch(change: HubAccessSearch): void
}

export function HubAccess({ hub, label, search, onSearch }: HubAccessProps) {
  const { q, page = 1, permission, first } = search
  const query = useQuery(accessQuery({ hub, q, permission, first, ...usePageRange(page) }))
  const catalog = useQuery(catalogQuery(hub))
  const edits = useDraft(hub)
  const [adding, setAdding] = useState(false)
  const [added, setAdded] = useState<readonly AccessItem[]>([])
  const revision = query.data?.policy_revision ?? catalog.data?.policy_revision ?? 0
  const listed = new Set(query.data?.items.map(({ subject }) => subject))
  const shown = withExtra(
    query,
    added.filter(({ subject }) => !listed.has(subject)),
  )
  const selection = useSelection(shown.data?.items ?? [], revision)
  if (catalog.error && !catalog.data)
    return <ListFailure error={catalog.error} onRetry={() => void catalog.refetch()} />
  if (!catalog.data) return <ListSkeleton />
  const add = <AddButton onClick={() => setAdding(true)} />
  const bar = <DraftBar edits={edits} catalog={catalog.data} />
  const addRow = (subject: string, name: string | null) => {
    setAdding(false)
    setAdded([newcomer(subject, name, catalog.data), ...added])
  }
  return (
    <>
      <AccessFilters hub={hub} search={search} revision={revision} add={add} onSearch={onSearch} />
      <MatrixLegend />
      {selection.selected.length > 0 && (
        <SelectionBar
          hub={hub}
          selected={selection.selected}
          catalog={catalog.data}
          edits={edits}
          revision={revision}
          onClear={selection.clear}
        />
      )}
      <List
        query={shown}
        filtered={Boolean(q ?? permission)}
        onClear={() => onSearch({ q: undefined, permission: undefined })}
        empty={
          <Empty icon={<KeyRound aria-hidden />} title={hubs.nobody} action={add}>
            {hubs.nobodyText}
          </Empty>
        }
        page={page}
        onPage={(page) => onSearch({ page })}
      >
        {({ items }) => (
          <>
            <Matrix
              label={label}
              items={items}
              catalog={catalog.data}
              draft={edits.draft}
              stale={query.isPlaceholderData}
              onToggle={(holder, permission) => edits.toggle(holder, permission, revision)}
              onEnd={(holder, wanted) => edits.endAt(holder, wanted, revision)}
              selected={new Set(selection.selected.map(({ subject }) => subject))}
              onSelect={selection.select}
              first={first}
              onFirst={(first) => onSearch({ first })}
            />
            {bar}
          </>
        )}
      </List>
      {!shown.data?.items.length && bar}
      {adding && <AddPersonDialog onClose={() => setAdding(false)} onAdd={addRow} />}
    </>
  )
}

const AddButton = ({ onClick }: { onClick(): void }) => (
  <Button icon={<UserPlus aria-hidden />} onClick={onClick}>
    {hubs.addPerson}
  </Button>
)

interface AccessFiltersProps extends Pick<HubAccessProps, 'hub' | 'search' | 'onSearch'> {
  revision: number
  add: ReactNode
}

const AccessFilters = ({ hub, search: { q, permission }, revision, add, onSearch }: AccessFiltersProps) => (
  <div className="flex flex-wrap items-center gap-2">
    <SearchField
      className="w-full sm:w-72"
      label={hubs.search}
      clearLabel={list.clearSearch}
      value={q ?? ''}
      onSearch={(text) => onSearch({ q: text || undefined })}
      onDown={enterTable}
    />
    <PermissionFilter hub={hub} value={permission} onChange={(permission) => onSearch({ permission })} />
    {add}
    <div className="ms-auto flex items-center gap-2">
      <span className="text-13 text-faint tabular-nums max-sm:hidden">{hubs.atRevision(revision)}</span>
      <ExportMenu route={listAccess} query={{ hub, q, permission }} />
    </div>
  </div>
)

function withExtra<Query extends { data: { items: AccessItem[]; total: number } | undefined }>(
  query: Query,
  extra: readonly AccessItem[],
): Query {
  if (!query.data || extra.length === 0) return query
  return { ...query, data: { ...query.data, items: [...extra, ...query.data.items] } }
}

const newcomer = (subject: string, name: string | null, catalog: PermissionCatalog): AccessItem => ({
  subject,
  name,
  kind: subject.startsWith('svc:') ? 'service' : 'person',
  status: name === null ? 'unknown' : 'active',
  direct: [],
  without_effect: [],
  effective: [],
  grantable: catalog.items.filter(({ grantable }) => grantable).map(({ name }) => name),
})

function useSelection(listed: readonly AccessItem[], revision: number) {
  const [{ at, chosen }, setState] = useState<{ at: number; chosen: readonly AccessItem[] }>({
    at: revision,
    chosen: [],
  })
  const bySubject = new Map(listed.map((item) => [item.subject, item]))
  const selected = chosen.flatMap((item) => bySubject.get(item.subject) ?? (at === revision ? item : []))
  return {
    selected,
    select(subjects: readonly string[], isSelected: boolean) {
      const others = selected.filter(({ subject }) => !subjects.includes(subject))
      const added = isSelected ? listed.filter(({ subject }) => subjects.includes(subject)) : []
      setState({ at: revision, chosen: [...others, ...added] })
    },
    clear: () => setState({ at: revision, chosen: [] }),
  }
}
