import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Play, SearchX } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Workflow } from '#features/work/runs/schema.ts'
import { listed } from '../../ui/language.ts'
import { Button } from '../../ui/button.tsx'
import { CodeSample } from '../../ui/code-sample.tsx'
import { cx } from '../../ui/cx.ts'
import { Empty } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useHubName } from '../access/hubs.tsx'
import { OfHub } from '../access/of-hub.tsx'
import { fileQuery } from '../files/queries.ts'
import { BackLink } from '../kit/back-link.tsx'
import { ListFailure, ListSkeleton } from '../kit/list.tsx'
import { common } from '../kit/messages.ts'
import { PageFrame, useTitleOf } from '../kit/page.tsx'
import { runsQuery } from '../runs/queries.ts'
import { RunsTable } from '../runs/runs-page.tsx'
import { workflows } from './messages.ts'
import { NextRuns } from './next-runs.tsx'
import { workflowsQuery } from './queries.ts'
import { RunNowDialog } from './run-now-dialog.tsx'
import { StartedBy, StateBadge } from './workflows-page.tsx'

const route = getRouteApi('/shell/workflows/$slug/$workflow')
const MAX_LISTED = 200

export function WorkflowPage() {
  const { slug, workflow } = route.useParams()
  return (
    <OfHub slug={slug} title={workflow} above={<BackToAll />}>
      {() => <OneWorkflow slug={slug} id={workflow} />}
    </OfHub>
  )
}

function OneWorkflow({ slug, id }: { slug: string; id: string }) {
  const query = useQuery(workflowsQuery({ hub: slug, limit: MAX_LISTED }))
  const [isAsking, setIsAsking] = useState(false)
  const workflow = query.data?.items.find((one) => one.id === id)
  return (
    <PageFrame
      title={workflow?.name ?? id}
      above={<BackToAll />}
      count={useHubName()(slug)}
      state={workflow && <StateBadge state={workflow.state} />}
      lead={workflow?.description || undefined}
      acts={
        workflow &&
        workflow.state !== 'invalid' && (
          <Button look="primary" icon={<Play aria-hidden />} onClick={() => setIsAsking(true)}>
            {workflows.runNow}
          </Button>
        )
      }
    >
      {query.data ? (
        workflow ? (
          <Shown workflow={workflow} />
        ) : (
          <Empty icon={<SearchX aria-hidden />} title={workflows.missing}>
            {workflows.missingText}
          </Empty>
        )
      ) : query.error ? (
        <ListFailure error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <ListSkeleton rows={4} />
      )}
      {workflow && isAsking && <RunNowDialog workflow={workflow} onClose={() => setIsAsking(false)} />}
    </PageFrame>
  )
}

const BackToAll = () => (
  <BackLink to="/workflows" search={({ hub }) => (hub ? { hub } : {})}>
    {useTitleOf('/workflows')}
  </BackLink>
)

const Shown = ({ workflow }: { workflow: Workflow }) => (
  <>
    {workflow.problem !== null && (
      <Notice kind="failure">
        {workflow.problem} {workflow.state !== 'invalid' && workflows.stillOld}
      </Notice>
    )}
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 rounded-l border border-line bg-raised p-4 lg:grid-cols-4">
      <Fact label={workflows.startedBy}>
        <StartedBy workflow={workflow} />
      </Fact>
      <Fact label={workflows.next}>
        <NextRuns workflow={workflow} />
      </Fact>
      <Fact label={workflows.agent} className="max-sm:col-span-2">
        {workflow.run_as ?? workflows.nobody}
      </Fact>
      <Fact label={workflows.inputs}>
        {workflow.inputs.length === 0
          ? common.none
          : listed(
              workflow.inputs.map(({ name, required }) =>
                required ? `${name} (${workflows.required})` : name,
              ),
            )}
      </Fact>
    </dl>
    <Runs workflow={workflow} />
    <Definition workflow={workflow} />
  </>
)

const Fact = ({ label, className, children }: { label: string; className?: string; children: ReactNode }) => (
  <div className={cx('min-w-0', className)}>
    <dt className="mb-1 text-12 text-faint">{label}</dt>
    <dd className="text-14 break-words">{children}</dd>
  </div>
)

const LINK = 'text-13 font-medium text-accent-text underline-offset-4 hover:underline'
const SHOWN_RUNS = 10

function Runs({ workflow: { hub, id } }: { workflow: Workflow }) {
  const query = useQuery(runsQuery({ hub, workflow: id, limit: SHOWN_RUNS }))
  return (
    <section aria-labelledby="runs" className="flex flex-col gap-2">
      <header className="flex items-baseline justify-between">
        <h2 id="runs" className="font-semibold">
          {workflows.lastRuns}
        </h2>
        <Link to="/runs" search={{ hub, workflow: id }} className={LINK}>
          {workflows.allRuns}
        </Link>
      </header>
      {query.data ? (
        query.data.items.length > 0 ? (
          <RunsTable
            label={workflows.lastRuns}
            items={query.data.items}
            stale={query.isPlaceholderData}
            isOfHub
          />
        ) : (
          <p className="rounded-l border border-line bg-raised p-4 text-13 text-muted">{workflows.noRuns}</p>
        )
      ) : query.error ? (
        <ListFailure error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <ListSkeleton rows={3} />
      )}
    </section>
  )
}

function Definition({ workflow: { hub, file } }: { workflow: Workflow }) {
  const query = useQuery(fileQuery(hub, file))
  return (
    <section aria-labelledby="definition" className="flex flex-col gap-2">
      <header className="flex items-baseline justify-between">
        <h2 id="definition" className="font-semibold">
          {workflows.definition} <span className="font-mono text-12 font-normal text-faint">{file}</span>
        </h2>
        <Link to="/hubs/$slug/files" params={{ slug: hub }} search={{ file }} className={LINK}>
          {workflows.edit}
        </Link>
      </header>
      {query.data ? (
        <CodeSample label={file} text={query.data.text} copyLabel={common.copy} copiedLabel={common.copied} />
      ) : query.error ? (
        <ListFailure error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <ListSkeleton rows={3} />
      )}
    </section>
  )
}
