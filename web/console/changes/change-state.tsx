import { CircleCheck, CircleDashed, CircleX, Hourglass, TriangleAlert } from 'lucide-react'
import type { ChangeRequestView, ChangeState } from '#features/changes/schema.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { changes } from './messages.ts'

const LOOKS: Record<ChangeState, { tone: Tone; Icon: typeof CircleX }> = {
  proposed: { tone: 'accent', Icon: CircleDashed },
  confirmed: { tone: 'ok', Icon: CircleCheck },
  rejected: { tone: 'neutral', Icon: CircleX },
  expired: { tone: 'neutral', Icon: Hourglass },
  stale: { tone: 'warn', Icon: TriangleAlert },
}

export function ChangeStateBadge({ change }: { change: Pick<ChangeRequestView, 'kind' | 'state'> }) {
  const { kind, state } = change
  const { tone, Icon } = LOOKS[state]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {kind === 'question' && state === 'confirmed' ? changes.callOutcomes.answered : changes.states[state]}
    </Badge>
  )
}
