import type { Budget } from '#core/usage/schema.ts'
import { cx } from '../../ui/cx.ts'
import { BudgetState } from './budget-state.tsx'
import { amountText } from './amount.ts'
import { budgets as texts } from './messages.ts'

const FILLS = { ok: 'bg-accent', warning: 'bg-warn', exhausted: 'bg-danger' } as const

export function UsedBar({ budget }: { budget: Budget }) {
  const { used, limit, unit, state, unpriced_turns: unpriced } = budget
  if (used === null || state === null) return <span className="text-faint">–</span>
  const part = limit === null ? 0 : Math.min(1, used / limit)
  return (
    <div className="flex min-w-20 flex-col gap-1 @xl:min-w-32">
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <span className="tabular-nums">{amountText(unit, used)}</span>
        <BudgetState state={state} />
      </div>
      {limit !== null && (
        <div aria-hidden className="h-1 overflow-hidden rounded-full bg-sunken">
          <div
            className={cx('h-full rounded-full', FILLS[state])}
            style={{ inlineSize: `${used > 0 ? Math.max(2, part * 100) : 0}%` }}
          />
        </div>
      )}
      {unit === 'usd' && unpriced !== null && unpriced > 0 && (
        <span className="text-12 text-faint">{texts.unpriced(unpriced)}</span>
      )}
    </div>
  )
}
