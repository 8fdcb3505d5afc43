import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Summary } from '#core/usage/schema.ts'
import { cx } from '../../ui/cx.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { HubFilter } from '../access/hubs.tsx'
import { ListFailure } from '../kit/list.tsx'
import { common } from '../kit/messages.ts'
import { overview } from './messages.ts'
import { PageFrame } from '../kit/page.tsx'
import { choicesOf } from '../kit/filters.tsx'
import { Attention } from './attention.tsx'
import { ByHub } from './by-hub.tsx'
import { Denials } from './denials.tsx'
import { Figures } from './figures.tsx'
import { FirstSteps } from './first-steps.tsx'
import { attentionQuery, countsQuery, firstStepsQuery, summaryQuery } from './queries.ts'

const Charts = lazy(() => import('./charts.tsx').then(({ Charts }) => ({ default: Charts })))
const route = getRouteApi('/shell/')

export function OverviewPage() {
  const { period = '24h', hub } = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQuery(summaryQuery({ period, hub }))
  const counted = useQuery(countsQuery)
  const counts = counted.data
  const firstSteps = useQuery(firstStepsQuery)
  // The figures are below this list, so they wait until its height is known.
  const { isFetched: isListed } = useQuery(attentionQuery(hub))
  return (
    <PageFrame
      lead={
        counts && query.data ? overview.scope(counts.hubs, counts.people, query.data.user_accounts) : '\u00a0' // keeps the height of the line while the numbers load
      }
      state={
        <HubFilter
          value={hub}
          onChange={(hub) => void navigate({ search: (before) => ({ ...before, hub }) })}
        />
      }
      acts={
        <Segmented
          label={overview.period}
          value={period}
          options={choicesOf(overview.periods).map(([value, label]) => ({ value, label }))}
          onChange={(next) =>
            void navigate({ search: (before) => ({ ...before, period: next }), replace: true })
          }
        />
      }
    >
      <Attention key={hub} hub={hub} />
      {query.data && counted.isFetched && firstSteps.isFetched && isListed ? (
        <Use summary={query.data} people={counts?.people} hub={hub} stale={query.isPlaceholderData} />
      ) : query.error ? (
        <ListFailure error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <OverviewSkeleton />
      )}
    </PageFrame>
  )
}

interface UseProps {
  summary: Summary
  people: number | undefined
  hub: string | undefined
  stale: boolean
}

const Use = ({ summary, people, hub, stale }: UseProps) => (
  <>
    {people !== undefined && <FirstSteps summary={summary} people={people} />}
    <div
      aria-busy={stale || undefined}
      className={cx('flex flex-col gap-4 transition-opacity', stale && 'opacity-60')}
    >
      <Figures summary={summary} />
      <Suspense fallback={<ChartsSkeleton />}>
        <Charts summary={summary} />
      </Suspense>
    </div>
    <div className="grid gap-5 xl:grid-cols-[2fr_1fr]">
      <ByHub hubs={summary.hubs} />
      <Denials hub={hub} />
    </div>
  </>
)

const ChartsSkeleton = () => (
  <div className="grid gap-4 lg:grid-cols-2">
    <Skeleton className="h-68 rounded-l" />
    <Skeleton className="h-68 rounded-l" />
  </div>
)

const OverviewSkeleton = () => (
  <div role="status" aria-label={common.loading} className="flex flex-col gap-4">
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="h-28 rounded-l" />
      ))}
    </div>
    <ChartsSkeleton />
  </div>
)
