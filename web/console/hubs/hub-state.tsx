import { Link } from '@tanstack/react-router'
import { CircleCheck, CirclePause, CircleX, LoaderCircle, Unplug } from 'lucide-react'
import type { AwayHubView, HubState } from '#core/serving/schema.ts'
import { money } from '../kit/numbers.ts'
import { Badge } from '../../ui/badge.tsx'
import { AboveRow } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { RunStatusBadge } from '../runs/run-status.tsx'
import { hubs } from './messages.ts'

interface StateProps {
  state: HubState | undefined
}

export function StateOf({ state }: StateProps) {
  if (!state) return null
  const { serving, away } = state
  if (away) return <AwayState away={away} />
  if (!serving)
    return (
      <Badge tone="danger" icon={<Unplug aria-hidden />}>
        {hubs.away}
      </Badge>
    )
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Badge tone="ok" icon={<CircleCheck aria-hidden />}>
        {hubs.serving}
      </Badge>
      <span className="text-12 whitespace-nowrap text-faint @max-2xl:hidden">
        {serving.version} · <When at={serving.since} />
      </span>
    </span>
  )
}

const AWAY = {
  starting: { tone: 'neutral', icon: <LoaderCircle aria-hidden /> },
  broken: { tone: 'danger', icon: <CircleX aria-hidden /> },
  paused: { tone: 'warn', icon: <CirclePause aria-hidden /> },
} as const

function AwayState({ away: { state, since, problem } }: { away: AwayHubView }) {
  const { tone, icon } = AWAY[state]
  return (
    <span className="flex min-w-48 flex-col gap-1 @4xl:min-w-60">
      <span className="flex flex-wrap items-center gap-x-2">
        <Badge tone={tone} icon={icon}>
          {hubs[state]}
        </Badge>
        <span className="text-12 whitespace-nowrap text-faint">
          <When at={since} />
        </span>
      </span>
      {problem && (
        <span
          title={problem}
          className="line-clamp-4 max-w-60 text-12 break-words whitespace-pre-line text-muted"
        >
          {problem}
        </span>
      )}
    </span>
  )
}

export function LastRun({ state }: StateProps) {
  if (!state) return null
  const { hub, last_run: run } = state
  if (!run) return <span className="text-faint">{hubs.noRun}</span>
  return (
    <AboveRow>
      <Link to="/runs/$slug/$id" params={{ slug: hub, id: run.id }} className="rounded-full">
        <RunStatusBadge run={run} />
      </Link>
    </AboveRow>
  )
}

export const Cost = ({ state }: StateProps) =>
  state === undefined ? null : state.cost_usd === null ? '–' : money(state.cost_usd)
