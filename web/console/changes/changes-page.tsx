import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ClipboardCheck } from 'lucide-react'
import { Empty } from '../../ui/empty.tsx'
import { AboveRow, DataTable, rowLinkClass } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { ChoiceFilter, choicesOf } from '../kit/filters.tsx'
import { useHubName } from '../access/hubs.tsx'
import { ListPage } from '../kit/list.tsx'
import { usePageRange } from '../kit/page-size.ts'
import { usePageTitle } from '../kit/page.tsx'
import { changes } from './messages.ts'
import { ChangeStateBadge } from './change-state.tsx'
import { changesQuery } from './queries.ts'

const route = getRouteApi('/shell/change-requests')

export function ChangesPage() {
  const { state, page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const hubName = useHubName()
  const title = usePageTitle()
  const query = useQuery(changesQuery({ state, ...usePageRange(page) }))
  return (
    <ListPage
      lead={changes.lead}
      filters={
        <ChoiceFilter
          label={changes.state}
          value={state}
          choices={choicesOf(changes.states)}
          onChange={(state) => void navigate({ search: (before) => ({ ...before, page: undefined, state }) })}
        />
      }
      query={query}
      filtered={state !== undefined}
      empty={
        <Empty icon={<ClipboardCheck aria-hidden />} title={changes.empty}>
          {changes.emptyText}
        </Empty>
      }
    >
      {({ items }) => (
        <DataTable
          label={title}
          stale={query.isPlaceholderData}
          items={items}
          keyOf={({ id }) => id}
          stateOf={({ state }) => state}
          columns={[
            {
              head: changes.summary,
              className: 'w-full max-w-0 min-w-40',
              cell: ({ id, summary }) => (
                <Link
                  to="/change-requests/$id"
                  params={{ id }}
                  dir="auto"
                  className={`${rowLinkClass} line-clamp-2 wrap-anywhere`}
                >
                  {summary}
                </Link>
              ),
            },
            { head: changes.state, cell: (change) => <ChangeStateBadge change={change} /> },
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
