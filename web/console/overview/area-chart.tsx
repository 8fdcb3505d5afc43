import { useId, useState, type PointerEvent } from 'react'
import { cx } from '../../ui/cx.ts'
import { useWidth } from '../../ui/width.ts'
import { labelTicks, ticksFor } from './scale.ts'

export interface Series {
  id: string
  label: string
  colour: 1 | 2
  values: readonly number[]
}

export interface AreaChartProps {
  label: string
  /** ISO 8601; one per value of a series. */
  times: readonly string[]
  nameTime(at: string): string
  series: readonly Series[]
  format(value: number): string
  least?: number
}

const HEIGHT = 200
const SPACE = { top: 8, right: 8, bottom: 22, left: 44 }
const BOTTOM = HEIGHT - SPACE.bottom
const LABEL_WIDTH = 72
const LINES = { 1: 'stroke-chart-1', 2: 'stroke-chart-2' } as const
const AREAS = { 1: 'fill-chart-1', 2: 'fill-chart-2' } as const
/** If two lines coincide, the solid line is visible through the gaps of the dashed line. */
const DASHES = { 1: undefined, 2: '6 7' } as const
const DOTS = { 1: 'bg-chart-1', 2: 'bg-chart-2' } as const

export function AreaChart(props: AreaChartProps) {
  const { label, times } = props
  const [frame, width] = useWidth<HTMLDivElement>()
  const [pointed, setPointed] = useState<number | null>(null)
  const plot = plotOf(props, width)
  function point(event: PointerEvent<SVGSVGElement>) {
    const at = event.clientX - event.currentTarget.getBoundingClientRect().left - SPACE.left
    const index = Math.round((at / Math.max(1, plot.inner)) * (times.length - 1))
    setPointed(Math.min(times.length - 1, Math.max(0, index)))
  }
  return (
    // Time runs from left to right, also in right-to-left languages.
    <div ref={frame} dir="ltr" className="relative">
      <svg
        role="img"
        aria-label={label}
        width={width}
        height={HEIGHT}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setPointed(null)}
        className="block touch-pan-y text-12 [direction:ltr]"
      >
        <Axes {...props} plot={plot} />
        <Areas {...props} plot={plot} />
        {pointed !== null && (
          <line
            x1={plot.x(pointed)}
            x2={plot.x(pointed)}
            y1={SPACE.top}
            y2={BOTTOM}
            className="stroke-line-strong"
          />
        )}
      </svg>
      {pointed !== null && <Exact {...props} plot={plot} pointed={pointed} />}
    </div>
  )
}

type Plot = ReturnType<typeof plotOf>

function plotOf({ times, series, least }: AreaChartProps, width: number) {
  const ticks = ticksFor(Math.max(0, ...series.flatMap(({ values }) => values)), { least })
  const inner = Math.max(0, width - SPACE.left - SPACE.right)
  const x = (index: number) =>
    SPACE.left + (times.length < 2 ? inner / 2 : (index / (times.length - 1)) * inner)
  const y = (value: number) => BOTTOM - (value / ticks.at(-1)!) * (BOTTOM - SPACE.top)
  return { width, inner, ticks, x, y }
}

function Axes({ plot, times, nameTime, format }: AreaChartProps & { plot: Plot }) {
  const { width, inner, ticks, x, y } = plot
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={SPACE.left} x2={width - SPACE.right} y1={y(tick)} y2={y(tick)} className="stroke-line" />
          <text x={SPACE.left - 8} y={y(tick) + 4} textAnchor="end" className="fill-faint tabular-nums">
            {format(tick)}
          </text>
        </g>
      ))}
      {labelTicks(times.length, inner / LABEL_WIDTH).map((index) => (
        <text
          key={index}
          x={x(index)}
          y={HEIGHT - 5}
          textAnchor={index === 0 ? 'start' : index === times.length - 1 ? 'end' : 'middle'}
          className="fill-faint"
        >
          {nameTime(times[index]!)}
        </text>
      ))}
    </>
  )
}

function Areas({ plot: { inner, x, y }, series }: AreaChartProps & { plot: Plot }) {
  const clip = useId()
  const points = (values: readonly number[]) =>
    values.map((value, index) => `${x(index)},${y(value)}`).join(' ')
  return (
    <>
      <clipPath id={clip}>
        <rect x={SPACE.left} y={0} width={inner} height={HEIGHT} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        {series.map(({ id, colour, values }) => (
          <g key={id}>
            <polygon
              points={`${x(0)},${BOTTOM} ${points(values)} ${x(values.length - 1)},${BOTTOM}`}
              className={cx(AREAS[colour], 'opacity-12')}
            />
            <polyline
              points={points(values)}
              fill="none"
              strokeWidth="1.75"
              {...(series.length > 1 && { strokeDasharray: DASHES[colour] })}
              className={LINES[colour]}
            />
          </g>
        ))}
      </g>
    </>
  )
}

const Exact = (props: AreaChartProps & { plot: Plot; pointed: number }) => {
  const { plot, pointed, times, nameTime, series, format } = props
  return (
    <div
      aria-hidden
      style={{ left: Math.min(plot.x(pointed) + 10, Math.max(0, plot.width - 152)) }}
      className="pointer-events-none absolute top-2 w-36 rounded-m border border-line bg-raised px-2.5 py-1.5 text-12 shadow-2"
    >
      <p className="mb-0.5 font-medium">{nameTime(times[pointed]!)}</p>
      {series.map(({ id, label, colour, values }) => (
        <p key={id} className="flex items-center gap-1.5 text-muted">
          <span className={cx('size-2 rounded-full', DOTS[colour])} />
          {label}
          <span className="ms-auto text-text tabular-nums">{format(values[pointed] ?? 0)}</span>
        </p>
      ))}
    </div>
  )
}
