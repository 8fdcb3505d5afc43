import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { RefreshCw, UserPlus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FilterChip } from '../../ui/filter-chip.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Roles, Statuses } from '../choices.ts'
import { ExportMenu } from '../export-menu.tsx'
import { List, PAGE_SIZE } from '../list.tsx'
import { messages } from '../messages.ts'
import { Page } from '../page.tsx'
import { meQuery, peopleQuery } from '../queries.ts'
import type { PeopleSearch } from '../searches.ts'
import { CreateAccountDialog } from './create-account-dialog.tsx'
import { useRefreshPeople } from './mutations.ts'
import { PeopleTable } from './people-table.tsx'
import { UnfinishedNotices } from './unfinished-notice.tsx'

const route = getRouteApi('/shell/people')
const { people, list } = messages

export function PeoplePage() {
  const { data: me } = useSuspenseQuery(meQuery)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [creating, setCreating] = useState(false)
  const refresh = useRefreshPeople()
  const page = search.page ?? 1
  const filter = { q: search.q, status: search.status, role: search.role, agent: search.hub }
  const query = useQuery(peopleQuery({ ...filter, offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE }))
  const total = query.data && list.total(query.data.total, query.data.total_is_exact)
  const set = (change: Partial<PeopleSearch>) =>
    void navigate({ search: ({ page: _, ...before }) => ({ ...before, ...change }), replace: 'q' in change })
  const create = me.can_create_accounts && (
    <Button look="primary" icon={<UserPlus aria-hidden />} onClick={() => setCreating(true)}>
      {people.create}
    </Button>
  )
  return (
    <Page
      fills
      title={people.title}
      count={total}
      acts={
        <>
          {me.is_organization_admin && (
            <IconButton
              label={people.refresh}
              onClick={() => refresh.mutate(undefined)}
              disabled={refresh.isPending}
            >
              <RefreshCw aria-hidden className={refresh.isPending ? 'animate-turn' : ''} />
            </IconButton>
          )}
          <ExportMenu path="/people" query={filter} />
          {create}
        </>
      }
    >
      <UnfinishedNotices />
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          className="w-full sm:w-72"
          label={people.search}
          clearLabel={list.clearSearch}
          value={search.q ?? ''}
          onSearch={(q) => set({ q: q || undefined })}
        />
        <FilterChip
          label={people.status}
          clearLabel={list.clearFilter(people.status)}
          value={search.status ?? ''}
          options={Statuses.map((value) => ({ value, label: people.statuses[value] }))}
          onChange={(status) => set({ status: status || undefined })}
        />
        <FilterChip
          label={people.role}
          clearLabel={list.clearFilter(people.role)}
          value={search.role ?? ''}
          options={Roles.map((value) => ({ value, label: people.roles[value] }))}
          onChange={(role) => set({ role: role || undefined })}
        />
        <FilterChip
          label={people.hub}
          clearLabel={list.clearFilter(people.hub)}
          value={search.hub ?? ''}
          options={me.hubs.map(({ slug, name }) => ({ value: slug, label: name }))}
          onChange={(hub) => set({ hub: hub || undefined })}
        />
      </div>
      <List
        query={query}
        filtered={Object.values(filter).some(Boolean)}
        onClear={() => void navigate({ search: {} })}
        empty={
          <Empty icon={<UsersRound aria-hidden />} title={people.empty} action={create}>
            {people.emptyText}
          </Empty>
        }
        page={page}
        onPage={(page) => void navigate({ search: (before) => ({ ...before, page }) })}
      >
        {({ items }) => <PeopleTable people={items} me={me} stale={query.isPlaceholderData} />}
      </List>
      {creating && (
        <CreateAccountDialog
          me={me}
          hub={search.hub}
          onClose={() => setCreating(false)}
          onCreated={(subject) => {
            setCreating(false)
            void navigate({ to: '/people/$subject', params: { subject } })
          }}
        />
      )}
    </Page>
  )
}
