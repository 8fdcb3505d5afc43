import type { ReactNode } from 'react'
import type { Summary, Totals } from '#core/usage/schema.ts'
import { overview } from './messages.ts'
import { compact, count, money, percent } from '../kit/numbers.ts'
import { MoveDownRight, MoveRight, MoveUpRight } from 'lucide-react'

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

interface ChangeProps {
  now: number | null
  before: number | null
  write(value: number): string
}

/** No colour, because a higher value is neither good nor bad. */
function Change({ now, before, write }: ChangeProps) {
  if (now === null || before === null || (now === 0 && before === 0)) return null
  const Icon = now > before ? MoveUpRight : now < before ? MoveDownRight : MoveRight
  return (
    <dd className="flex min-w-0 items-center gap-1 text-12 text-faint">
      <Icon aria-hidden className="size-3 shrink-0" />
      <span className="truncate" title={overview.before(write(before))}>
        {before > 0 && now !== before && `${signed((now - before) / before)} · `}
        {overview.before(write(before))}
      </span>
    </dd>
  )
}

const signed = (share: number): string => `${share > 0 ? '+' : '−'}${percent(Math.min(Math.abs(share), 99))}`

const WIDTH = 96
const HEIGHT = 28

function Sparkline({ values }: { values: readonly number[] }) {
  if (values.length < 2) return null
  const max = Math.max(1, ...values)
  const x = (index: number) => (index / (values.length - 1)) * WIDTH
  const y = (value: number) => HEIGHT - 2 - (value / max) * (HEIGHT - 4)
  const line = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ')
  return (
    <svg aria-hidden viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="h-7 w-full">
      <polygon points={`0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}`} className="fill-chart-1 opacity-12" />
      <polyline
        points={line}
        fill="none"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
        className="stroke-chart-1"
      />
    </svg>
  )
}
