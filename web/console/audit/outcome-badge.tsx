import { CircleCheck, CircleSlash, CircleX } from 'lucide-react'
import type { AuditRecord } from '#core/audit/schema.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { audit } from './messages.ts'

const LOOKS: Record<AuditRecord['outcome'], { tone: Tone; Icon: typeof CircleX }> = {
  allowed: { tone: 'ok', Icon: CircleCheck },
  denied: { tone: 'danger', Icon: CircleSlash },
  failed: { tone: 'warn', Icon: CircleX },
}

export function OutcomeBadge({ outcome }: { outcome: AuditRecord['outcome'] }) {
  const { tone, Icon } = LOOKS[outcome]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {audit.outcomes[outcome]}
    </Badge>
  )
}
