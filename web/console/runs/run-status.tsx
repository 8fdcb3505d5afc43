import { Ban, CircleCheck, CircleDashed, CirclePause, CircleX, LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RunStatus, RunView } from '#features/work/runs/schema.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { runs } from './messages.ts'

const LOOKS: Record<RunStatus, { tone: Tone; icon: ReactNode }> = {
  queued: { tone: 'neutral', icon: <CircleDashed aria-hidden /> },
  running: { tone: 'accent', icon: <LoaderCircle aria-hidden className="animate-turn" /> },
  succeeded: { tone: 'ok', icon: <CircleCheck aria-hidden /> },
  failed: { tone: 'danger', icon: <CircleX aria-hidden /> },
  cancelled: { tone: 'neutral', icon: <Ban aria-hidden /> },
}

const PAUSED: (typeof LOOKS)[RunStatus] = { tone: 'warn', icon: <CirclePause aria-hidden /> }

export function RunStatusBadge({
  run,
}: {
  run: Pick<RunView, 'status'> & Partial<Pick<RunView, 'outcome' | 'cancelling' | 'paused'>>
}) {
  const { status, outcome, cancelling, paused = null } = run
  const { tone, icon } = paused === null ? LOOKS[status] : PAUSED
  const word = cancelling
    ? runs.cancelling
    : paused !== null
      ? runs.paused
      : outcome === 'incomplete'
        ? runs.incomplete
        : runs.statuses[status]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}
