import { CircleCheck, CircleDashed, CircleX, Hourglass, TriangleAlert } from 'lucide-react'
import type { ConnectionView } from '#features/connections/schema.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { connections } from './messages.ts'

type State = ConnectionView['state']

const LOOKS: Record<State, { tone: Tone; Icon: typeof CircleX }> = {
  none: { tone: 'neutral', Icon: CircleDashed },
  healthy: { tone: 'ok', Icon: CircleCheck },
  expiring: { tone: 'warn', Icon: Hourglass },
  expired: { tone: 'danger', Icon: CircleX },
  revoked: { tone: 'danger', Icon: CircleX },
  scope_missing: { tone: 'warn', Icon: TriangleAlert },
  misconfigured: { tone: 'danger', Icon: TriangleAlert },
}

export function ConnectionStateBadge({ state }: { state: State }) {
  const { tone, Icon } = LOOKS[state]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {connections.states[state]}
    </Badge>
  )
}
