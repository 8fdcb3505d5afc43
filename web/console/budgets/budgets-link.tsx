import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Wallet } from 'lucide-react'
import { BudgetState } from './budget-state.tsx'
import { budgetsQuery } from './queries.ts'
import { useTitleOf } from '../kit/page.tsx'

export function BudgetsLink({ hub }: { hub: string }) {
  const { data } = useQuery(budgetsQuery(hub))
  const states = data?.items.map(({ state }) => state) ?? []
  const worst = states.includes('exhausted') ? 'exhausted' : states.includes('warning') ? 'warning' : 'ok'
  return (
    <Link
      to="/hubs/$slug/budgets"
      params={{ slug: hub }}
      className="inline-flex min-h-hit items-center gap-2 rounded-m border border-line bg-raised px-3 py-1 text-14 font-medium shadow-1 hover:bg-hover [&>svg]:size-4"
    >
      <Wallet aria-hidden />
      {useTitleOf('/hubs/$slug/budgets')}
      <BudgetState state={worst} />
    </Link>
  )
}
