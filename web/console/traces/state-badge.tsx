import { CircleCheck, CircleSlash, CircleX } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { traces } from './messages.ts'

export interface TraceStateProps {
  failed: boolean
  cancelled?: boolean
}

export function TraceStateBadge({ failed, cancelled = false }: TraceStateProps) {
  if (failed)
    return (
      <Badge tone="danger" icon={<CircleX aria-hidden />}>
        {traces.states.failed}
      </Badge>
    )
  if (cancelled)
    return (
      <Badge tone="neutral" icon={<CircleSlash aria-hidden />}>
        {traces.cancelled}
      </Badge>
    )
  return (
    <Badge tone="ok" icon={<CircleCheck aria-hidden />}>
      {traces.states.ok}
    </Badge>
  )
}
