import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import type { RunView } from '#features/work/runs/schema.ts'
import { Empty } from '../../ui/empty.tsx'
import { AboveRow, DataTable, rowLinkClass } from '../../ui/table.tsx'
import { duration } from '../../ui/time.ts'
import { When } from '../../ui/when.tsx'
import { ChoiceFilter, choicesOf, TextFilter } from '../kit/filters.tsx'
import { HubFilter, useHubName } from '../access/hubs.tsx'
import { isFiltered, useListAddress } from '../kit/list-address.ts'
import { ListPage, pageRange } from '../kit/list.tsx'
import { runsSearch } from './address.ts'
import { runs } from './messages.ts'
import { RunStatusBadge } from './run-status.tsx'
import { SpanFilter } from '../kit/span-filter.tsx'
import { useSpan } from '../kit/span.ts'
import { usePageTitle } from '../kit/page.tsx'
import { workflowName } from './run-facts.tsx'
import { runsQuery } from './queries.ts'

export function RunsPage() {
  const { search, isOfHub, narrow: set } = useListAddress(runsSearch)
  const { hub, workflow, run_id, status, page = 1 } = search
  const filter = { hub, workflow, run_id, status, ...useSpan(search) }
  const query = useQuery(runsQuery({ ...filter, ...pageRange(page) }))
  const title = usePageTitle()
  return (
    <ListPage
      lead={runs.lead}
      filters={
        <>
          <TextFilter
            label={runs.byWorkflow}
            className="sm:w-72"
            value={workflow}
            onChange={(next) => set({ workflow: next })}
          />
          <ChoiceFilter
            label={runs.status}
            value={status}
            choices={choicesOf(runs.statuses)}
            onChange={(next) => set({ status: next })}
          />
          {!isOfHub && <HubFilter value={hub} onChange={(next) => set({ hub: next })} />}
          <SpanFilter search={search} onChange={set} />
          {run_id !== undefined && (
            <ChoiceFilter
              label={runs.runId}
              value={run_id}
              choices={[[run_id, run_id]]}
              onChange={(next) => set({ run_id: next })}
            />
          )}
        </>
      }
      query={query}
      filtered={isFiltered(filter, isOfHub)}
      empty={
        <Empty
          icon={<Play aria-hidden />}
          title={runs.empty}
          action={
            <Link
              to="/workflows"
              className="text-14 font-medium text-accent-text underline-offset-4 hover:underline"
            >
              {runs.toWorkflows}
            </Link>
          }
        >
          {runs.emptyText}
        </Empty>
      }
    >
      {({ items }) => <RunsTable label={title} items={items} stale={query.isPlaceholderData} />}
    </ListPage>
  )
}

interface RunsTableProps {
  label: string
  items: readonly RunView[]
  stale: boolean
}

export function RunsTable({ label, items, stale }: RunsTableProps) {
  const hubName = useHubName()
  return (
    <DataTable
      label={label}
      stale={stale}
      items={items}
      keyOf={({ hub, id }) => `${hub} ${id}`}
      stateOf={({ status }) => status}
      columns={[
        {
          head: runs.workflow,
          className: 'max-w-72',
          cell: ({ hub, id, workflow }) => (
            <Link
              to="/runs/$slug/$id"
              params={{ slug: hub, id }}
              search={(before) => before as object}
              className={`${rowLinkClass} block truncate`}
            >
              {workflowName(workflow)}
            </Link>
          ),
        },
        { head: runs.status, cell: (run) => <RunStatusBadge run={run} /> },
        {
          head: runs.startedBy,
          from: '2xl',
          className: 'max-w-48 truncate text-muted',
          cell: (run) => run.requested_by ?? runs.triggers[run.trigger],
        },
        {
          head: runs.queued,
          from: 'xl',
          className: 'whitespace-nowrap text-muted',
          cell: ({ queued_at }) => (
            <AboveRow>
              <When at={queued_at} />
            </AboveRow>
          ),
        },
        {
          head: runs.took,
          number: true,
          className: 'whitespace-nowrap text-muted',
          cell: ({ duration_ms }) => (duration_ms === null ? '' : duration(duration_ms)),
        },
        {
          head: runs.runsAs,
          from: '4xl',
          className: 'max-w-56 truncate text-muted',
          cell: ({ run_as }) => run_as ?? runs.nobody,
        },
        { head: runs.hub, from: '4xl', className: 'text-muted', cell: ({ hub }) => hubName(hub) },
      ]}
    />
  )
}
