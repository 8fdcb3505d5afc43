import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { RefreshCw, UserPlus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import type { Me } from '#core/access/schema.ts'
import { PEOPLE_SORT } from '#ground/api/list-sorts.ts'
import { listPeople } from '#features/people/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ExportMenu } from '../kit/export-menu.tsx'
import { ChoiceFilter, choicesOf, TextFilter } from '../kit/filters.tsx'
import { HubFilter } from '../access/hubs.tsx'
import { PermissionFilter } from '../access/permission-filter.tsx'
import { ListPage } from '../kit/list.tsx'
import { useOrder } from '../kit/order.ts'
import { usePageRange } from '../kit/page-size.ts'
import { people } from './messages.ts'
import { meQuery } from '../access/queries.ts'
import { peopleQuery, waitingQuery } from './queries.ts'
import { InvitePeople, useInvitations } from './invite-people.tsx'
import { InvitedPeople } from './invited-people.tsx'
import { CreateAccountDialog } from './create-account-dialog.tsx'
import { useRefreshPeople } from './mutations.ts'
import { PeopleTable } from './people-table.tsx'
import { UnfinishedNotices } from './unfinished-notice.tsx'
import { WaitingPeople } from './waiting-people.tsx'

const route = getRouteApi('/shell/people')

export function PeoplePage() {
  const { data: me } = useSuspenseQuery(meQuery)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [creating, setCreating] = useState(false)
  const filter = {
    q: search.q,
    status: search.status,
    role: search.role,
    permission: search.permission,
    agent: search.hub,
  }
  const order = useOrder(PEOPLE_SORT)
  const query = useQuery(peopleQuery({ ...filter, ...order.query, ...usePageRange(search.page ?? 1) }))
  const hasWaiting = me.is_organization_admin && search.status === undefined
  const waiting = useQuery({ ...waitingQuery, enabled: hasWaiting })
  const set = (change: Partial<Search>) =>
    void navigate({ search: ({ page: _, ...before }) => ({ ...before, ...change }), replace: 'q' in change })
  const { canInvite, isLoading: isLoadingInvitations } = useInvitations(me)
  const create = me.can_create_accounts && (
    <Button
      look={canInvite ? 'plain' : 'primary'}
      icon={<UserPlus aria-hidden />}
      onClick={() => setCreating(true)}
    >
      {people.create}
    </Button>
  )
  return (
    <>
      <ListPage
        lead={query.data?.is_whole === false ? people.notWhole : undefined}
        acts={
          <>
            {me.is_organization_admin && <RefreshButton />}
            <ExportMenu route={listPeople} query={filter} />
            {create}
            {canInvite && <InvitePeople me={me} hub={search.hub} />}
          </>
        }
        notices={<PeopleNotices me={me} hasWaiting={hasWaiting} />}
        isWaiting={(hasWaiting && waiting.isPending) || isLoadingInvitations}
        filters={<PeopleFilters search={search} set={set} />}
        query={query}
        order={order}
        filtered={Object.values(filter).some(Boolean)}
        empty={
          <Empty icon={<UsersRound aria-hidden />} title={people.empty} action={create}>
            {people.emptyText}
          </Empty>
        }
      >
        {({ items }) => (
          <PeopleTable
            people={items}
            order={order}
            me={me}
            stale={query.isPlaceholderData}
            allWait={search.status === 'pending'}
          />
        )}
      </ListPage>
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
    </>
  )
}

type Search = ReturnType<typeof route.useSearch>

interface PeopleFiltersProps {
  search: Search
  set(change: Partial<Search>): void
}

const PeopleFilters = ({ search, set }: PeopleFiltersProps) => (
  <>
    <TextFilter className="sm:w-72" label={people.search} value={search.q} onChange={(q) => set({ q })} />
    <ChoiceFilter
      label={people.status}
      value={search.status}
      choices={choicesOf(people.statuses)}
      onChange={(status) => set({ status })}
    />
    <ChoiceFilter
      label={people.role}
      value={search.role}
      choices={choicesOf(people.roles)}
      onChange={(role) => set({ role })}
    />
    <PermissionFilter
      hub={search.hub}
      value={search.permission}
      onChange={(permission) => set({ permission })}
    />
    <HubFilter value={search.hub} onChange={(hub) => set({ hub })} />
  </>
)

const PeopleNotices = ({ me, hasWaiting }: { me: Me; hasWaiting: boolean }) => (
  <>
    <UnfinishedNotices />
    {hasWaiting && <WaitingPeople me={me} />}
    {me.can_create_accounts && <InvitedPeople />}
  </>
)

function RefreshButton() {
  const { mutate, isPending } = useRefreshPeople()
  return (
    <IconButton label={people.refresh} onClick={() => mutate(undefined)} disabled={isPending}>
      <RefreshCw aria-hidden className={isPending ? 'animate-turn' : ''} />
    </IconButton>
  )
}
