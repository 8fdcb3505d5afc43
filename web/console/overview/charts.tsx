import type { Summary } from '#core/usage/schema.ts'
import { cx } from '../../ui/cx.ts'
import { locale } from '../../ui/language.ts'
import { overview } from './messages.ts'
import { ChartCard } from './chart-card.tsx'
import { compact, money } from '../kit/numbers.ts'

/** Costs below 0.01 cents count as zero. */
const MIN_COST_USD = 0.0001

export function Charts({ summary: { series, period, totals } }: { summary: Summary }) {
  const times = series.map(({ at }) => at)
  const hasCost = (totals.cost_usd ?? 0) > 0
  const nameTime = (at: string) =>
    new Date(at).toLocaleString(
      locale(),
      period === '24h' ? { hour: 'numeric' } : { day: 'numeric', month: 'short' },
    )
  const { figures } = overview
  return (
    <div className={cx('grid gap-4 lg:grid-cols-2', hasCost && 'xl:grid-cols-3')}>
      <ChartCard
        title={overview.chatsOverTime}
        times={times}
        nameTime={nameTime}
        format={compact}
        series={[
          { id: 'messages', label: figures.messages, colour: 1, values: series.map((step) => step.messages) },
          { id: 'chats', label: figures.chats, colour: 2, values: series.map((step) => step.chats) },
        ]}
      />
      <ChartCard
        title={overview.tokensOverTime}
        times={times}
        nameTime={nameTime}
        format={compact}
        series={[
          { id: 'tokens', label: figures.tokens, colour: 1, values: series.map((step) => step.tokens) },
        ]}
      />
      {hasCost && (
        <ChartCard
          className="lg:max-xl:col-span-2"
          title={overview.costOverTime}
          times={times}
          nameTime={nameTime}
          format={money}
          exact={money}
          least={MIN_COST_USD}
          series={[
            {
              id: 'cost',
              label: figures.cost_usd,
              colour: 2,
              values: series.map((step) => step.cost_usd ?? 0),
            },
          ]}
        />
      )}
    </div>
  )
}
