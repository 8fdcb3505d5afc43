import type { ReactNode } from 'react'
import type { Summary, Totals } from '#core/usage/schema.ts'
import { overview } from './messages.ts'
import { compact, count, money } from './numbers.ts'
import { Change } from './change.tsx'
import { Sparkline } from './sparkline.tsx'

type Figure = 'chats' | 'messages' | 'active_people' | 'tokens' | 'cost_usd' | 'denials'

const FIGURES: readonly Figure[] = ['chats', 'messages', 'active_people', 'tokens', 'cost_usd', 'denials']

export const Figures = ({ summary: { totals, before, series } }: { summary: Summary }) => (
  <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
    {FIGURES.map((figure) => (
      <FigureCard key={figure} label={overview.figures[figure]}>
        <dd className="text-24 font-semibold tabular-nums" title={exactly(figure, totals)}>
          {shortly(figure, totals)}
        </dd>
        {figure in before && (
          <Change
            now={totals[figure]}
            before={before[figure as keyof typeof before]}
            write={figure === 'cost_usd' ? money : compact}
          />
        )}
        {figure === 'cost_usd' && totals.unpriced_turns > 0 ? (
          <dd className="mt-auto min-h-7 text-12 text-faint">{costNote(totals)}</dd>
        ) : (
          <dd className="mt-auto">
            <Sparkline values={series.map((step) => step[figure] ?? 0)} />
          </dd>
        )}
      </FigureCard>
    ))}
  </dl>
)

const FigureCard = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex min-h-28 flex-col gap-1 rounded-l border border-line bg-raised p-3">
    <dt className="text-13 text-muted">{label}</dt>
    {children}
  </div>
)

function shortly(figure: Figure, totals: Totals): string {
  const value = totals[figure]
  if (value === null) return '–'
  if (figure === 'tokens' && totals.estimated_turns > 0) return `≈ ${compact(value)}`
  return figure === 'cost_usd' ? money(value) : compact(value)
}

function exactly(figure: Figure, totals: Totals): string {
  const value = totals[figure]
  if (figure === 'tokens' && totals.estimated_turns > 0)
    return `${count(totals.tokens)}, ${overview.estimatedTurns(totals.estimated_turns)}`
  return value === null || figure === 'cost_usd' ? overview.estimate : count(value)
}

const costNote = ({ cost_usd: cost, unpriced_turns: turns }: Totals): string =>
  cost === null ? overview.unpriced : overview.partlyPriced(turns)
