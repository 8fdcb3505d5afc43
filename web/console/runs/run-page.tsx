import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Ban, FileQuestion } from 'lucide-react'
import { useState } from 'react'
import type { RunDetail, RunOutput } from '#features/work/runs/schema.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { hasCode } from '../kit/api.ts'
import { BackLink } from '../kit/back-link.tsx'
import { ListFailure } from '../kit/list.tsx'
import { runs } from './messages.ts'
import { PageFrame } from '../kit/page.tsx'
import { RunStatusBadge } from './run-status.tsx'
import { RunDeliveries } from './deliveries.tsx'
import { workflowName } from './run-facts.tsx'
import { lastLines, joinOutputLines } from './output-lines.ts'
import { OutputPane } from './output-pane.tsx'
import { runQuery, useCancel, useRunLive } from './queries.ts'
import { RunAgain } from './run-again.tsx'
import { RunFacts } from './run-facts.tsx'
import { Timeline } from './timeline.tsx'

const route = getRouteApi('/shell/runs/$slug/$id')

/** The key resets the page's state for another run. */
export function RunPage() {
  const { slug, id } = route.useParams()
  return <OneRun key={`${slug}/${id}`} slug={slug} id={id} />
}

function OneRun({ slug, id }: { slug: string; id: string }) {
  const query = useQuery(runQuery(slug, id))
  const output = useRunLive(slug, id, query.data !== undefined)
  const run = query.data
  return (
    <PageFrame
      title={run ? workflowName(run.workflow) : runs.one}
      above={<BackToRuns />}
      acts={
        run && (
          <>
            <RunStatusBadge run={run} />
            {run.ended_at === null ? <CancelButton run={run} /> : <RunAgain run={run} />}
          </>
        )
      }
    >
      {hasCode(query.error, 'not_found', 'invalid') ? (
        <Empty icon={<FileQuestion aria-hidden />} title={runs.missing}>
          {runs.missingText}
        </Empty>
      ) : query.error && !run ? (
        <ListFailure error={query.error} onRetry={() => void query.refetch()} />
      ) : run ? (
        <>
          <RunFacts run={run} />
          <Outcome run={run} output={output} />
          <RunDeliveries run={run} />
          <Timeline run={run} />
          {run.is_own ? (
            <OutputPane
              run={run.id}
              output={output}
              steps={run.steps}
              isRunning={run.ended_at === null}
              isRemoved={run.output_removed}
            />
          ) : (
            <Notice kind="info" title={runs.notOwn}>
              {runs.notOwnText(run.run_as)}
            </Notice>
          )}
        </>
      ) : (
        <Skeleton className="h-64 w-full rounded-l" />
      )}
    </PageFrame>
  )
}

function Outcome({ run, output }: { run: RunDetail; output: readonly RunOutput[] | null }) {
  const { error, result, output_removed } = run
  const isPrinted = run.steps.length > 0 && run.steps.every(({ kind }) => kind === 'script')
  return (
    <>
      {run.question !== null ? (
        <Asking question={run.question} />
      ) : run.paused_for === 'answer' ? (
        <Notice kind="attention">{run.paused}</Notice>
      ) : (
        run.paused !== null && <Paused hub={run.hub} why={run.paused} />
      )}
      {error !== null && (
        <Notice kind="failure" title={runs.error}>
          <span className="whitespace-pre-wrap">{error}</span>
          <LastLines run={run} output={output ?? []} />
        </Notice>
      )}
      {result !== null && result !== '' && (!isPrinted || output_removed) && (
        <section aria-labelledby="run-result" className="flex flex-col gap-2">
          <h2 id="run-result" className="text-16 font-semibold">
            {runs.result}
          </h2>
          {isPrinted ? (
            <pre className="overflow-auto rounded-m border border-line bg-code p-3 font-mono text-12 break-words whitespace-pre-wrap">
              {result}
            </pre>
          ) : (
            <p className="max-w-prose break-words whitespace-pre-wrap">{result}</p>
          )}
        </section>
      )}
    </>
  )
}

const Asking = ({ question }: { question: string }) => (
  <Notice
    kind="attention"
    title={runs.asks}
    actions={
      <Link
        to="/change-requests/$id"
        params={{ id: question }}
        className="text-accent-text underline-offset-4 hover:underline"
      >
        {runs.toQuestion}
      </Link>
    }
  >
    {runs.asksText}
  </Notice>
)

const Paused = ({ hub, why }: { hub: string; why: string }) => (
  <Notice
    kind="attention"
    title={runs.pausedWhy}
    actions={
      <Link
        to="/hubs/$slug/budgets"
        params={{ slug: hub }}
        className="text-accent-text underline-offset-4 hover:underline"
      >
        {runs.toBudgets}
      </Link>
    }
  >
    {why} {runs.pausedText}
  </Notice>
)

const LAST_LINES = 8

function LastLines({ run: { status, steps }, output }: { run: RunDetail; output: readonly RunOutput[] }) {
  if (status !== 'failed' || output.length === 0) return null
  const broken = steps.findLast(({ state, kind }) => state === 'failed' && kind !== 'workflow')
  const lines = lastLines(joinOutputLines(output), broken?.id ?? null, LAST_LINES)
  if (lines.length === 0) return null
  return (
    <figure className="mt-2">
      <figcaption className="text-12">{runs.lastLines}</figcaption>
      <pre className="mt-1 max-h-48 overflow-auto rounded-m bg-code p-2 font-mono text-12 break-words whitespace-pre-wrap text-text">
        {lines.join('\n')}
      </pre>
    </figure>
  )
}

function CancelButton({ run: { hub, id, cancelling } }: { run: RunDetail }) {
  const [asking, setAsking] = useState(false)
  const cancel = useCancel()
  return (
    <>
      <Button icon={<Ban aria-hidden />} disabled={cancelling} onClick={() => setAsking(true)}>
        {runs.cancel}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={runs.cancelTitle}
        confirmLabel={runs.cancelVerb}
        cancelLabel={runs.keep}
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate({ hub, run_id: id }, { onSettled: () => setAsking(false) })}
      >
        {runs.cancelText}
      </ConfirmDialog>
    </>
  )
}

const BackToRuns = () => (
  <BackLink to="/runs" search={(before) => before as object}>
    {runs.all}
  </BackLink>
)
