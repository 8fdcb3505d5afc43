const WIDTH = 96
const HEIGHT = 28

/** A series without axes. Decoration: the figure beside it and the charts below have the same information. */
export function Sparkline({ values }: { values: readonly number[] }) {
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
