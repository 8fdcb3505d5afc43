import { Ban, CircleCheck, CircleDashed, CircleHelp } from 'lucide-react'
import type { AccountStatus } from '#features/people/schema.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { people } from './messages.ts'

const LOOKS: Record<AccountStatus, { tone: Tone; Icon: typeof Ban }> = {
  active: { tone: 'ok', Icon: CircleCheck },
  pending: { tone: 'warn', Icon: CircleDashed },
  blocked: { tone: 'danger', Icon: Ban },
  unknown: { tone: 'neutral', Icon: CircleHelp },
}

export function PersonStatus({ status }: { status: AccountStatus }) {
  const { tone, Icon } = LOOKS[status]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {people.statuses[status]}
    </Badge>
  )
}
