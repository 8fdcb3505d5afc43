import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import {
  CalendarClock,
  CircleCheck,
  CirclePause,
  CircleX,
  Hand,
  ListChecks,
  Play,
  Webhook,
} from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Workflow } from '#features/work/runs/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeSample } from '../../ui/code-sample.tsx'
import { Empty } from '../../ui/empty.tsx'
import { AboveRow, DataTable, rowLinkClass } from '../../ui/table.tsx'
import { HubFilter, useHubName } from '../access/hubs.tsx'
import { ListPage } from '../kit/list.tsx'
import { usePageRange } from '../kit/page-size.ts'
import { common } from '../kit/messages.ts'
import { workflows } from './messages.ts'
import { meQuery } from '../access/queries.ts'
import { RunStatusBadge } from '../runs/run-status.tsx'
import { usePageTitle } from '../kit/page.tsx'
import { NextRuns, timeIn } from './next-runs.tsx'
import { scheduleWords } from './schedule-words.ts'
import { workflowsQuery } from './queries.ts'
import { RunNowDialog } from './run-now-dialog.tsx'

const route = getRouteApi('/shell/workflows')

export function WorkflowsPage() {
  const { hub, page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: me } = useSuspenseQuery(meQuery)
  const hasSeveral = me.hubs.length > 1 || hub !== undefined
  const query = useQuery(workflowsQuery({ hub, ...usePageRange(page) }))
  const [asked, setAsked] = useState<Workflow | null>(null)
  return (
    <ListPage
      lead={workflows.lead}
      filters={
        hasSeveral && <HubFilter value={hub} onChange={(next) => void navigate({ search: { hub: next } })} />
      }
      query={query}
      filtered={hub !== undefined}
      empty={<NoWorkflows />}
    >
      {({ items }) => (
        <>
          <WorkflowTable
            items={items}
            stale={query.isPlaceholderData}
            showHub={hasSeveral}
            onRun={setAsked}
          />
          {asked && <RunNowDialog workflow={asked} onClose={() => setAsked(null)} />}
        </>
      )}
    </ListPage>
  )
}

interface WorkflowTableProps {
  items: readonly Workflow[]
  stale: boolean
  showHub: boolean
  onRun(workflow: Workflow): void
}

function WorkflowTable({ items, stale, showHub, onRun }: WorkflowTableProps) {
  const hubName = useHubName()
  return (
    <DataTable
      label={usePageTitle()}
      stale={stale}
      items={items}
      keyOf={({ hub, id }) => `${hub} ${id}`}
      columns={[
        {
          head: workflows.name,
          // Takes the remaining width.
          className: 'w-full max-w-0 min-w-40 py-2',
          cell: (workflow) => <Name workflow={workflow} hubName={showHub ? hubName(workflow.hub) : null} />,
        },
        { head: workflows.state, from: 'xl', cell: ({ state }) => <StateBadge state={state} /> },
        {
          head: workflows.startedBy,
          from: 'xl',
          className: 'max-w-52',
          cell: (workflow) => (
            <>
              <StartedBy workflow={workflow} />
              <p className="truncate text-12 text-faint">{workflows.runsAs(workflow.run_as)}</p>
            </>
          ),
        },
        {
          head: workflows.next,
          from: '2xl',
          className: 'whitespace-nowrap',
          cell: (workflow) => (
            <AboveRow>
              <NextRuns workflow={workflow} />
            </AboveRow>
          ),
        },
        {
          head: workflows.lastRun,
          from: '4xl',
          cell: ({ hub, last_run }) =>
            last_run ? (
              <AboveRow>
                <Link to="/runs/$slug/$id" params={{ slug: hub, id: last_run.id }} className="rounded-full">
                  <RunStatusBadge run={last_run} />
                </Link>
              </AboveRow>
            ) : (
              <span className="text-faint">{workflows.never}</span>
            ),
        },
        {
          head: common.acts,
          quiet: true,
          number: true,
          cell: (workflow) =>
            workflow.state === 'invalid' ? null : (
              <AboveRow>
                <Button
                  aria-label={workflows.runNamed(workflow.name)}
                  icon={<Play aria-hidden />}
                  className="whitespace-nowrap"
                  onClick={() => onRun(workflow)}
                >
                  <span className="@max-xl:sr-only">{workflows.runNow}</span>
                </Button>
              </AboveRow>
            ),
        },
      ]}
    />
  )
}

function Name({ workflow, hubName }: { workflow: Workflow; hubName: string | null }) {
  const { hub, id, name, description, file, problem, state } = workflow
  return (
    <>
      <Link
        to="/workflows/$slug/$workflow"
        params={{ slug: hub, workflow: id }}
        dir="auto"
        className={`${rowLinkClass} block truncate`}
      >
        {name}
      </Link>
      <p dir="auto" className="truncate text-12 text-faint">
        {hubName !== null && `${hubName} · `}
        {description || file}
      </p>
      {problem !== null && (
        <p className="mt-0.5 text-12 break-words whitespace-normal text-danger">
          {problem}
          {state !== 'invalid' && <span className="text-muted"> {workflows.stillOld}</span>}
        </p>
      )}
      <div className="mt-1 flex flex-wrap items-center gap-x-2 text-12 @xl:hidden">
        <StateBadge state={state} />
        <StartedBy workflow={workflow} />
      </div>
    </>
  )
}

const STATES: Record<Workflow['state'], { tone: 'ok' | 'neutral' | 'danger'; icon: ReactNode }> = {
  enabled: { tone: 'ok', icon: <CircleCheck aria-hidden /> },
  disabled: { tone: 'neutral', icon: <CirclePause aria-hidden /> },
  invalid: { tone: 'danger', icon: <CircleX aria-hidden /> },
}

export const StateBadge = ({ state }: Pick<Workflow, 'state'>) => (
  <Badge tone={STATES[state].tone} icon={STATES[state].icon}>
    {workflows.states[state]}
  </Badge>
)

export function StartedBy({
  workflow: { trigger, schedule, timezone, endpoint, next_runs },
}: {
  workflow: Workflow
}) {
  if (trigger === null) return null
  const [icon, text] =
    trigger === 'schedule'
      ? [<CalendarClock key="icon" aria-hidden />, scheduleWords(schedule ?? '') ?? schedule]
      : trigger === 'webhook'
        ? [<Webhook key="icon" aria-hidden />, workflows.byWebhook(endpoint)]
        : [<Hand key="icon" aria-hidden />, workflows.byHand]
  return (
    <span
      title={schedule === null ? undefined : [schedule, timezone].filter(Boolean).join(' · ')}
      className="inline-flex max-w-full items-start gap-1.5 text-muted [&_svg]:mt-0.5 [&_svg]:size-3.5 [&_svg]:shrink-0 [&_svg]:text-faint"
    >
      {icon}
      <span className="min-w-0 break-words whitespace-normal">
        {text}
        {next_runs[0] !== undefined && (
          <span className="block text-12 text-faint">
            {workflows.nextAt(timeIn(next_runs[0], timezone ?? undefined))}
          </span>
        )}
      </span>
    </span>
  )
}

const NoWorkflows = () => (
  <Empty icon={<ListChecks aria-hidden />} title={workflows.empty}>
    {workflows.emptyText}
    <div className="mt-4 w-full max-w-[min(36rem,calc(100vw-5rem))] text-start">
      <p className="mb-1 font-mono text-12 text-faint">{workflows.sampleLabel}</p>
      <CodeSample
        label={workflows.sampleLabel}
        text={workflows.sample}
        copyLabel={common.copy}
        copiedLabel={common.copied}
      />
    </div>
  </Empty>
)
