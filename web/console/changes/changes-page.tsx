import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ClipboardCheck } from 'lucide-react'
import { Empty } from '../../ui/empty.tsx'
import { FilterChip } from '../../ui/filter-chip.tsx'
import { Cell, HeadCell, Row, rowLinkClass, Table } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { ChangeStates } from '../choices.ts'
import { List, PAGE_SIZE } from '../list.tsx'
import { useHubName } from '../hub-name.ts'
import { messages } from '../messages.ts'
import { Page } from '../page.tsx'
import { ChangeStateBadge } from './change-state.tsx'
import { changesQuery } from './queries.ts'

const route = getRouteApi('/shell/change-requests')
const { changes, list } = messages

/** What agents proposed on the viewer's behalf, and what became of it. */
export function ChangesPage() {
  const { state, page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const hubName = useHubName()
  const query = useQuery(changesQuery({ state, offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE }))
  return (
    <Page fills title={changes.title} count={query.data && String(query.data.total)} lead={changes.lead}>
      <div className="flex">
        <FilterChip
          label={changes.state}
          clearLabel={list.clearFilter(changes.state)}
          value={state ?? ''}
          options={ChangeStates.map((value) => ({ value, label: changes.states[value] }))}
          onChange={(next) =>
            void navigate({
              search: ({ page: _, state: __, ...rest }) => (next ? { ...rest, state: next } : rest),
            })
          }
        />
      </div>
      <List
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
          <Table label={changes.title} stale={query.isPlaceholderData}>
            <thead>
              <tr>
                <HeadCell>{changes.summary}</HeadCell>
                <HeadCell>{changes.state}</HeadCell>
                <HeadCell className="@max-2xl:hidden">{changes.hub}</HeadCell>
                <HeadCell number className="@max-xl:hidden">
                  {changes.proposed}
                </HeadCell>
              </tr>
            </thead>
            <tbody>
              {items.map((change) => (
                <Row key={change.id}>
                  <Cell className="max-w-96">
                    <Link
                      to="/change-requests/$id"
                      params={{ id: change.id }}
                      className={`${rowLinkClass} block truncate`}
                    >
                      {change.summary}
                    </Link>
                  </Cell>
                  <Cell>
                    <ChangeStateBadge state={change.state} />
                  </Cell>
                  <Cell className="text-muted @max-2xl:hidden">{hubName(change.hub)}</Cell>
                  <Cell number className="text-muted @max-xl:hidden">
                    <span className="relative z-1">
                      <When at={change.created_at} />
                    </span>
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        )}
      </List>
    </Page>
  )
}
