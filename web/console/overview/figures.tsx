import type { ReactNode } from 'react'
import type { Summary, Totals } from '#usage/schema.ts'
import { messages } from '../messages.ts'
import { compact, count, money } from './numbers.ts'
import { Sparkline } from './sparkline.tsx'

const { overview } = messages

type Step = Summary['series'][number]
type Figure = 'chats' | 'messages' | 'active_people' | 'tokens' | 'cost_usd' | 'denials'

const FIGURES: readonly Figure[] = ['chats', 'messages', 'active_people', 'tokens', 'cost_usd', 'denials']

export interface FiguresProps {
  totals: Totals
  /** Empty when there are none for what is shown. */
  series: readonly Step[]
}

export const Figures = ({ totals, series }: FiguresProps) => (
  <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
    {FIGURES.map((figure) => (
      <FigureCard key={figure} label={overview.figures[figure]}>
        {figure === 'cost_usd' ? (
          <Cost cost={totals.cost_usd} />
        ) : (
          <>
            <dd className="text-24 font-semibold tabular-nums" title={count(totals[figure])}>
              {compact(totals[figure])}
            </dd>
            <dd>
              <Sparkline values={series.map((step) => step[figure])} />
            </dd>
          </>
        )}
      </FigureCard>
    ))}
  </dl>
)

const FigureCard = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex min-h-28 flex-col justify-between gap-1 rounded-l border border-line bg-raised p-3">
    <dt className="text-13 text-muted">{label}</dt>
    {children}
  </div>
)

const Cost = ({ cost }: { cost: number | null }) => (
  <>
    <dd className="text-24 font-semibold tabular-nums">{cost === null ? '–' : money(cost)}</dd>
    <dd className="h-7 text-12 text-faint">{cost === null ? overview.unpriced : overview.estimate}</dd>
  </>
)
