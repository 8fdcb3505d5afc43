import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ClipboardCheck } from 'lucide-react'
import { Empty } from '../../ui/empty.tsx'
import { AboveRow, DataTable, rowLinkClass } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { ChangeStates } from '../choices.ts'
import { ChoiceFilter } from '../filters.tsx'
import { useHubName } from '../hub-name.ts'
import { ListPage } from '../list-page.tsx'
import { pageOf } from '../list.tsx'
import { messages } from '../messages.ts'
import { ChangeStateBadge } from './change-state.tsx'
import { changesQuery } from './queries.ts'

const route = getRouteApi('/shell/change-requests')
const { changes } = messages

/** What agents proposed on the viewer's behalf, and what became of it. */
export function ChangesPage() {
  const { state, page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const hubName = useHubName()
  const query = useQuery(changesQuery({ state, ...pageOf(page) }))
  return (
    <ListPage
      title={changes.title}
      lead={changes.lead}
      filters={
        <ChoiceFilter
          label={changes.state}
          value={state}
          choices={ChangeStates.map((value) => [value, changes.states[value]])}
          onChange={(state) => void navigate({ search: (before) => ({ ...before, page: undefined, state }) })}
        />
      }
      query={query}
      filtered={state !== undefined}
      onClear={() => void navigate({ search: {} })}
      empty={
        <Empty icon={<ClipboardCheck aria-hidden />} title={changes.empty}>
          {changes.emptyText}
        </Empty>
      }
      page={page}
      onPage={(page) => void navigate({ search: (before) => ({ ...before, page }) })}
    >
      {({ items }) => (
        <DataTable
          label={changes.title}
          stale={query.isPlaceholderData}
          items={items}
          keyOf={({ id }) => id}
          columns={[
            {
              head: changes.summary,
              className: 'max-w-96',
              cell: ({ id, summary }) => (
                <Link to="/change-requests/$id" params={{ id }} className={`${rowLinkClass} block truncate`}>
                  {summary}
                </Link>
              ),
            },
            { head: changes.state, cell: ({ state }) => <ChangeStateBadge state={state} /> },
            { head: changes.hub, from: '2xl', className: 'text-muted', cell: ({ hub }) => hubName(hub) },
            {
              head: changes.proposed,
              from: 'xl',
              number: true,
              className: 'text-muted',
              cell: ({ created_at }) => (
                <AboveRow>
                  <When at={created_at} />
                </AboveRow>
              ),
            },
          ]}
        />
      )}
    </ListPage>
  )
}
