import { ChartArea, Table2 } from 'lucide-react'
import { useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx'
import { overview } from './messages.ts'
import { AreaChart, type AreaChartProps } from './area-chart.tsx'
import { count } from '../kit/numbers.ts'

const DOTS = { 1: 'bg-chart-1', 2: 'bg-chart-2' } as const

export interface ChartCardProps extends Omit<AreaChartProps, 'label'> {
  title: string
  exact?(value: number): string
  className?: string
}

export function ChartCard({ title, exact = count, className, ...chart }: ChartCardProps) {
  const { times, nameTime, series } = chart
  const [asTable, setAsTable] = useState(false)
  const [hidden, setHidden] = useState<readonly string[]>([])
  const shown = series.filter(({ id }) => !hidden.includes(id))
  const flip = (id: string) =>
    setHidden(hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id])
  return (
    <section
      aria-label={title}
      className={cx('min-w-0 rounded-l border border-line bg-raised p-4', className)}
    >
      <header className="mb-3 flex items-center gap-3">
        <h2 className="min-w-0 font-semibold">{title}</h2>
        <IconButton
          label={asTable ? overview.asChart(title) : overview.asTable(title)}
          onClick={() => setAsTable(!asTable)}
          className="ms-auto"
        >
          {asTable ? <ChartArea aria-hidden /> : <Table2 aria-hidden />}
        </IconButton>
      </header>
      {asTable ? (
        <div className="flex max-h-52">
          <Table label={title} className="text-13">
            <thead>
              <tr>
                <HeadCell>{overview.time}</HeadCell>
                {series.map(({ id, label }) => (
                  <HeadCell key={id} number>
                    {label}
                  </HeadCell>
                ))}
              </tr>
            </thead>
            <tbody>
              {times.map((at, index) => (
                <Row key={at}>
                  <Cell className="h-8">{nameTime(at)}</Cell>
                  {series.map(({ id, values }) => (
                    <Cell key={id} number className="h-8">
                      {exact(values[index] ?? 0)}
                    </Cell>
                  ))}
                </Row>
              ))}
            </tbody>
          </Table>
        </div>
      ) : series.every(({ values }) => values.every((value) => value === 0)) ? (
        <p className="flex h-50 items-center justify-center text-13 text-muted">{overview.noValues}</p>
      ) : (
        <>
          <AreaChart {...chart} label={overview.chartOf(title)} series={shown} />
          {series.length > 1 && <Legend series={series} hidden={hidden} onFlip={flip} />}
        </>
      )}
    </section>
  )
}

interface LegendProps extends Pick<AreaChartProps, 'series'> {
  hidden: readonly string[]
  onFlip(id: string): void
}

const Legend = ({ series, hidden, onFlip }: LegendProps) => (
  <div role="group" aria-label={overview.legend} className="mt-1 flex flex-wrap gap-1">
    {series.map(({ id, label, colour }) => (
      <button
        key={id}
        type="button"
        aria-pressed={!hidden.includes(id)}
        onClick={() => onFlip(id)}
        className={cx(
          'inline-flex min-h-hit items-center gap-1.5 rounded-m px-2 text-12 text-muted hover:bg-hover',
          hidden.includes(id) && 'line-through',
        )}
      >
        <span
          aria-hidden
          className={cx('size-2 rounded-full', DOTS[colour], hidden.includes(id) && 'opacity-30')}
        />
        {label}
      </button>
    ))}
  </div>
)
