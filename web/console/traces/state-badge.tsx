import { CircleCheck, CircleX } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { traces } from './messages.ts'

export const TraceStateBadge = ({ failed }: { failed: boolean }) => (
  <Badge
    tone={failed ? 'danger' : 'ok'}
    icon={failed ? <CircleX aria-hidden /> : <CircleCheck aria-hidden />}
  >
    {failed ? traces.states.failed : traces.states.ok}
  </Badge>
)
