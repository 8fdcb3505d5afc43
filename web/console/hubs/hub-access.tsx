import { useQuery } from '@tanstack/react-query'
import { KeyRound, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { listAccess } from '#core/access/contract.ts'
import type { AccessItem, PermissionCatalog } from '#core/access/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { ExportMenu } from '../kit/export-menu.tsx'
import { List, ListFailure, ListSkeleton, pageOf } from '../kit/list.tsx'
import { hubs } from './messages.ts'
import { list } from '../kit/messages.ts'
import { accessQuery } from './queries.ts'
import { catalogQuery } from '../access/queries.ts'
import { AddPersonDialog } from './add-person-dialog.tsx'
import { DraftBar } from './draft-bar.tsx'
import { MatrixLegend } from './matrix-legend.tsx'
import { Matrix } from './matrix.tsx'
import { useDraft } from './use-draft.ts'

export interface HubAccessProps {
  /** A slug, or `*` for the organization. */
  hub: string
  label: string
  q: string | undefined
  page: number
  onSearch(change: { q?: string | undefined; page?: number | undefined }): void
}

export function HubAccess({ hub, label, q, page, onSearch }: HubAccessProps) {
  const query = useQuery(accessQuery({ hub, q, ...pageOf(page) }))
  const catalog = useQuery(catalogQuery(hub))
  const edits = useDraft(hub)
  const [adding, setAdding] = useState(false)
  const [added, setAdded] = useState<readonly AccessItem[]>([])
  if (!catalog.data)
    return catalog.error ? (
      <ListFailure error={catalog.error} onRetry={() => void catalog.refetch()} />
    ) : (
      <ListSkeleton />
    )
  const revision = query.data?.policy_revision ?? catalog.data.policy_revision
  const add = (
    <Button icon={<UserPlus aria-hidden />} onClick={() => setAdding(true)}>
      {hubs.addPerson}
    </Button>
  )
  const listed = new Set(query.data?.items.map(({ subject }) => subject))
  const extra = added.filter(({ subject }) => !listed.has(subject))
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          className="w-full sm:w-72"
          label={hubs.search}
          clearLabel={list.clearSearch}
          value={q ?? ''}
          onSearch={(text) => onSearch({ q: text || undefined })}
        />
        {add}
        <div className="ms-auto flex items-center gap-2">
          <span className="text-13 text-faint tabular-nums">{hubs.atRevision(revision)}</span>
          <ExportMenu route={listAccess} query={{ hub, q }} />
        </div>
      </div>
      <MatrixLegend />
      <List
        query={withExtra(query, extra)}
        filtered={Boolean(q)}
        onClear={() => onSearch({ q: undefined })}
        empty={
          <Empty icon={<KeyRound aria-hidden />} title={hubs.nobody} action={add}>
            {hubs.nobodyText}
          </Empty>
        }
        page={page}
        onPage={(page) => onSearch({ page })}
      >
        {({ items }) => (
          <Matrix
            label={label}
            items={items}
            catalog={catalog.data}
            draft={edits.draft}
            stale={query.isPlaceholderData}
            onToggle={(holder, permission) => edits.toggle(holder, permission, revision)}
          />
        )}
      </List>
      <DraftBar edits={edits} catalog={catalog.data} />
      {adding && (
        <AddPersonDialog
          onClose={() => setAdding(false)}
          onAdd={(subject, name) => {
            setAdding(false)
            setAdded([newcomer(subject, name, catalog.data), ...added])
          }}
        />
      )}
    </>
  )
}

/** People who were chosen here and hold nothing yet stand before those who do. */
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
