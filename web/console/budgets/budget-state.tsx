import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { Budget } from '#core/usage/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { budgets } from './messages.ts'

const { states } = budgets

export function BudgetState({ state }: { state: NonNullable<Budget['state']> }) {
  if (state === 'ok') return null
  const [tone, Icon] =
    state === 'exhausted' ? (['danger', CircleAlert] as const) : (['warn', TriangleAlert] as const)
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {states[state]}
    </Badge>
  )
}
