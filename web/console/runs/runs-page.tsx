import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { RUN_SORT } from '#ground/api/list-sorts.ts'
import type { ListedRun } from '#features/work/runs/schema.ts'
import { Empty } from '../../ui/empty.tsx'
import { AboveRow, DataTable, rowLinkClass, type TableOrder } from '../../ui/table.tsx'
import { duration } from '../../ui/time.ts'
import { When } from '../../ui/when.tsx'
import { ChoiceFilter, choicesOf } from '../kit/filters.tsx'
import { hubColumn, HubFilter, useHubName } from '../access/hubs.tsx'
import { isFiltered, useListAddress } from '../kit/list-address.ts'
import { ListPage } from '../kit/list.tsx'
import { count, money } from '../kit/numbers.ts'
import { useOrder } from '../kit/order.ts'
import { PersonFilter } from '../kit/person-field.tsx'
import { usePageRange } from '../kit/page-size.ts'
import { runsSearch } from './address.ts'
import { runs } from './messages.ts'
import { RunStatusBadge } from './run-status.tsx'
import { SpanFilter } from '../kit/span-filter.tsx'
import { useSpan } from '../kit/span.ts'
import { usePageTitle } from '../kit/page.tsx'
import { workflowName } from './run-facts.tsx'
import { runsQuery } from './queries.ts'
import { WorkflowFilter } from './workflow-filter.tsx'

export function RunsPage() {
  const { search, isOfHub, narrow: set } = useListAddress(runsSearch)
  const { hub, workflow, run_id, status, user, page = 1 } = search
  const filter = { hub, workflow, run_id, status, user, ...useSpan(search) }
  const order = useOrder(RUN_SORT, filter)
  const query = useQuery(runsQuery({ ...filter, ...order.query, ...usePageRange(page) }))
  const title = usePageTitle()
  return (
    <ListPage
      lead={runs.lead}
      filters={
        <>
          <PersonFilter
            className="sm:w-64"
            label={runs.byPerson}
            value={user}
            onChange={(next) => set({ user: next })}
          />
          <ChoiceFilter
            label={runs.status}
            value={status}
            choices={choicesOf(runs.statuses)}
            onChange={(next) => set({ status: next })}
          />
          <WorkflowFilter hub={hub} value={workflow} onChange={(next) => set({ workflow: next })} />
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
      order={order}
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
      {({ items }) => (
        <RunsTable
          label={title}
          items={items}
          order={order}
          stale={query.isPlaceholderData}
          isOfHub={isOfHub}
        />
      )}
    </ListPage>
  )
}

interface RunsTableProps {
  label: string
  items: readonly ListedRun[]
  order?: TableOrder
  stale: boolean
  /** True if all runs belong to one Hub, whose name is elsewhere on the page. */
  isOfHub: boolean
}

export function RunsTable({ label, items, order, stale, isOfHub }: RunsTableProps) {
  const hubName = useHubName()
  return (
    <DataTable
      label={label}
      stale={stale}
      order={order}
      items={items}
      keyOf={({ hub, id }) => `${hub} ${id}`}
      stateOf={({ status }) => status}
      columns={[
        {
          head: runs.workflow,
          className: 'w-full max-w-0 min-w-40',
          cell: (run) => <What run={run} />,
        },
        { head: runs.status, cell: (run) => <RunStatusBadge run={run} /> },
        {
          head: runs.model,
          from: '4xl',
          className: 'max-w-40 truncate text-muted',
          cell: ({ model }) => model ?? '',
        },
        {
          head: runs.tokens,
          number: true,
          from: '2xl',
          cell: ({ tokens }) => (tokens === null ? '' : count(tokens)),
        },
        {
          head: runs.cost,
          sort: 'cost',
          number: true,
          from: '2xl',
          cell: ({ cost_usd: cost }) => (cost === null ? '' : money(cost)),
        },
        {
          head: runs.queued,
          sort: 'queued',
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
          sort: 'duration',
          number: true,
          className: 'whitespace-nowrap text-muted',
          cell: ({ duration_ms }) => (duration_ms === null ? '' : duration(duration_ms)),
        },
        ...hubColumn<ListedRun>(runs.hub, isOfHub ? null : hubName),
      ]}
    />
  )
}

/** The result is shown only to the account that the run acted as. */
function What({ run }: { run: ListedRun }) {
  const { hub, id, workflow, trigger, run_as, requested_by, result, error, queued_at } = run
  const words = firstLine(error ?? result)
  return (
    <>
      <Link
        to="/runs/$slug/$id"
        params={{ slug: hub, id }}
        search={(before) => before as object}
        dir="auto"
        className={`${rowLinkClass} block truncate`}
      >
        {workflowName(workflow)}
        {words && <span className="font-normal text-muted"> – {words}</span>}
      </Link>
      <span className="block truncate text-12 text-faint">
        {[requested_by ?? run_as ?? runs.nobody, runs.triggers[trigger]].join(' · ')}
      </span>
      <span className="block truncate text-12 text-faint @xl:hidden">
        <When at={queued_at} />
      </span>
    </>
  )
}

const MAX_WORDS_LENGTH = 160

const firstLine = (text: string | null): string =>
  (text ?? '').trim().split('\n', 1)[0]!.slice(0, MAX_WORDS_LENGTH).toWellFormed()
