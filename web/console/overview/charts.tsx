import type { Summary } from '#usage/schema.ts'
import { messages } from '../messages.ts'
import { ChartCard } from './chart-card.tsx'
import { compact } from './numbers.ts'

const { overview } = messages

export interface ChartsProps {
  summary: Summary
  /** What the charts are about, when it is more than the rest of the page. */
  scope: string
}

/** Use over time. Loaded after the figures. */
export function Charts({ summary: { series, period }, scope }: ChartsProps) {
  const times = series.map(({ at }) => at)
  const titled = (title: string) => (scope ? `${title} · ${scope}` : title)
  const nameTime = (at: string) =>
    new Date(at).toLocaleString(
      undefined,
      period === '24h' ? { hour: 'numeric' } : { day: 'numeric', month: 'short' },
    )
  const { figures } = overview
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <ChartCard
        title={titled(overview.chatsOverTime)}
        times={times}
        nameTime={nameTime}
        format={compact}
        series={[
          { id: 'messages', label: figures.messages, colour: 1, values: series.map((step) => step.messages) },
          { id: 'chats', label: figures.chats, colour: 2, values: series.map((step) => step.chats) },
        ]}
      />
      <ChartCard
        title={titled(overview.tokensOverTime)}
        times={times}
        nameTime={nameTime}
        format={compact}
        series={[
          { id: 'tokens', label: figures.tokens, colour: 1, values: series.map((step) => step.tokens) },
        ]}
      />
    </div>
  )
}
