import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Waypoints } from 'lucide-react'
import type { TraceDetail } from '#core/traces/schema.ts'
import { Empty } from '../../ui/empty.tsx'
import { duration, exactTime } from '../../ui/time.ts'
import { hasCode } from '../kit/api.ts'
import { BackLink } from '../kit/back-link.tsx'
import { ListFailure, ListSkeleton } from '../kit/list.tsx'
import { money } from '../kit/numbers.ts'
import { PageFrame } from '../kit/page.tsx'
import { traces } from './messages.ts'
import { traceQuery } from './queries.ts'
import { TraceStateBadge } from './state-badge.tsx'
import { Waterfall } from './waterfall.tsx'

const route = getRouteApi('/shell/traces/$id')

export function TracePage() {
  const { id } = route.useParams()
  const query = useQuery(traceQuery(id))
  const trace = query.data
  return (
    <PageFrame
      title={(trace && nameOf(trace)) ?? traces.traceId}
      above={<BackToTraces />}
      {...(trace && { count: traces.summary(trace.spans.length, duration(trace.duration_ms)) })}
      acts={trace && <TraceStateBadge failed={trace.failed} cancelled={isCancelled(trace)} />}
    >
      {trace && (
        <p className="-mt-2 flex flex-wrap items-baseline gap-x-4 text-13 text-muted">
          <span>{exactTime(Date.parse(trace.started_at) / 1000)}</span>
          {trace.machine !== null && <span>{traces.onMachine(trace.machine)}</span>}
          {trace.hub_version !== null && <span>{traces.ofVersion(trace.hub_version)}</span>}
          <Totals usage={trace.usage} />
          <span className="font-mono text-12 break-all text-faint">{id}</span>
        </p>
      )}
      {hasCode(query.error, 'not_found') || hasCode(query.error, 'invalid') ? (
        <Empty icon={<Waypoints aria-hidden />} title={traces.missing}>
          {traces.missingText}
        </Empty>
      ) : query.error && !trace ? (
        <ListFailure error={query.error} onRetry={() => void query.refetch()} />
      ) : trace ? (
        <Waterfall trace={trace} />
      ) : (
        <ListSkeleton />
      )}
    </PageFrame>
  )
}

function Totals({ usage }: Pick<TraceDetail, 'usage'>) {
  const { model_calls, tool_calls, input_tokens, output_tokens, cost_usd, unpriced_calls } = usage
  if (model_calls + tool_calls === 0) return null
  return (
    <>
      <span>{traces.calls(model_calls, tool_calls)}</span>
      {model_calls > 0 && <span className="tabular-nums">{traces.tokens(input_tokens, output_tokens)}</span>}
      {model_calls > unpriced_calls && (
        <span className="tabular-nums" title={traces.costHint}>
          {money(cost_usd)}
          {unpriced_calls > 0 && ` ${traces.unpriced(unpriced_calls)}`}
        </span>
      )}
    </>
  )
}

function nameOf({ spans }: TraceDetail): string | null {
  const run = spans.find(({ attributes }) => attributes['svc.run.workflow'] !== undefined)
  if (run) return run.name
  const agent = spans.find(({ attributes }) => attributes['gen_ai.operation.name'] === 'invoke_agent')
  const name = agent?.attributes['gen_ai.agent.name']
  return typeof name === 'string' ? name : null
}

const isCancelled = ({ spans }: TraceDetail): boolean =>
  spans.some(
    ({ attributes }) =>
      attributes['svc.run.outcome'] === 'stopped' ||
      JSON.stringify(attributes['gen_ai.response.finish_reasons']) === '["aborted"]',
  )

const BackToTraces = () => (
  <BackLink to="/traces" search={(before) => before as object}>
    {traces.all}
  </BackLink>
)
