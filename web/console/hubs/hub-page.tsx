import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ManagedHub } from '#core/access/schema.ts'
import type { ModelUse } from '#core/usage/schema.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { When } from '../../ui/when.tsx'
import { HubProblems } from '../access/hub-problems.tsx'
import { hubs as words } from '../access/messages.ts'
import { OfHub } from '../access/of-hub.tsx'
import { ListFailure, ListSkeleton } from '../kit/list.tsx'
import { count, money } from '../kit/numbers.ts'
import { PageFrame } from '../kit/page.tsx'
import { RunsTable } from '../runs/runs-page.tsx'
import { runsQuery } from '../runs/queries.ts'
import { StateOf } from './hub-state.tsx'
import { hubs } from './messages.ts'
import { failuresQuery, hubStateQuery, modelUseQuery, usageQuery } from './queries.ts'

const route = getRouteApi('/shell/hub/hubs/$slug')

export function HubPage() {
  const { slug } = route.useParams()
  const search = route.useSearch()
  // Before release 1.1, this was the address of the access matrix.
  if (Object.keys(search).length > 0)
    return <Navigate to="/hubs/$slug/access" params={{ slug }} search={search} replace />
  return <OfHub slug={slug}>{(hub) => <HubOverview key={slug} hub={hub} />}</OfHub>
}

const HubOverview = ({ hub }: { hub: ManagedHub }) => (
  <PageFrame lead={hub.description}>
    <HubProblems problems={hub.problems} title={words.problems(hub.problems.length)} />
    <Facts slug={hub.slug} />
    <LastRuns slug={hub.slug} />
  </PageFrame>
)

function Facts({ slug }: { slug: string }) {
  const state = useQuery(hubStateQuery(slug))
  const models = useQuery(modelUseQuery(slug))
  const usage = useQuery(usageQuery(slug))
  const failures = useQuery(failuresQuery(slug))
  const queries = [state, models, usage, failures]
  const error = queries.find((query) => query.error)?.error
  if (error && !queries.every(({ data }) => data))
    return (
      <ListFailure error={error} onRetry={() => void Promise.all(queries.map(({ refetch }) => refetch()))} />
    )
  const used = usage.data?.totals
  return (
    <dl className="grid gap-3 min-[22rem]:grid-cols-2 xl:grid-cols-4">
      <Fact label={hubs.state}>{state.data && <StateOf state={state.data.items[0]} />}</Fact>
      <Fact label={hubs.models}>{models.data && <Models items={models.data.items} />}</Fact>
      <Fact label={hubs.cost}>
        {used && (
          <>
            <span className="text-20 font-semibold tabular-nums">
              {used.cost_usd === null ? '–' : money(used.cost_usd)}
            </span>
            <span className="block text-12 text-muted">
              {hubs.used(count(used.messages), count(used.tokens))}
            </span>
          </>
        )}
      </Fact>
      <Fact label={hubs.failures}>
        {failures.data && (
          <>
            <Link
              to="/hubs/$slug/activity"
              params={{ slug }}
              search={{ status: 'failed', range: '30d' }}
              className={LINK}
            >
              {hubs.failedRuns(failures.data.runs)}
            </Link>
            <Link
              to="/hubs/$slug/activity/traces"
              params={{ slug }}
              search={{ state: 'failed', period: '30d' }}
              className={LINK}
            >
              {hubs.failedTraces(failures.data.traces)}
            </Link>
          </>
        )}
      </Fact>
    </dl>
  )
}

const LINK =
  'flex min-h-hit items-center text-13 font-medium text-accent-text underline-offset-4 hover:underline'

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-h-28 min-w-0 rounded-l border border-line bg-raised p-3 sm:p-4">
    <dt className="mb-1 text-13 text-muted">{label}</dt>
    <dd className="min-w-0 break-words">{children || <Skeleton className="h-10" />}</dd>
  </div>
)

const SHOWN_MODELS = 3

function Models({ items }: { items: readonly ModelUse[] }) {
  if (items.length === 0) return <span className="text-faint">{hubs.noModel}</span>
  return (
    <ul className="flex flex-col gap-1">
      {items.slice(0, SHOWN_MODELS).map(({ model, turns, failed_turns: failed, last_at: at }) => (
        <li key={model}>
          <span className="block font-medium">{model}</span>
          <span className="block text-12 text-muted">
            {hubs.turns(turns)}
            {failed > 0 && <span className="text-danger"> · {hubs.failedTurns(failed)}</span>} ·{' '}
            <When at={at} />
          </span>
        </li>
      ))}
    </ul>
  )
}

const SHOWN_RUNS = 5

function LastRuns({ slug }: { slug: string }) {
  const query = useQuery(runsQuery({ hub: slug, limit: SHOWN_RUNS }))
  return (
    <section aria-labelledby="last-runs" className="flex flex-col gap-2">
      <header className="flex items-baseline justify-between">
        <h2 id="last-runs" className="font-semibold">
          {hubs.lastRuns}
        </h2>
        <Link to="/hubs/$slug/activity" params={{ slug }} className={LINK}>
          {hubs.allRuns}
        </Link>
      </header>
      {query.data ? (
        query.data.items.length > 0 ? (
          <RunsTable label={hubs.lastRuns} items={query.data.items} stale={query.isPlaceholderData} isOfHub />
        ) : (
          <p className="rounded-l border border-line bg-raised p-4 text-13 text-muted">{hubs.noRuns}</p>
        )
      ) : query.error ? (
        <ListFailure error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <ListSkeleton rows={SHOWN_RUNS} />
      )}
    </section>
  )
}
