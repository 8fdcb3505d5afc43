import { useMemo } from 'react'
import { encode } from 'uqr'
import { cx } from './cx.ts'

export interface QrCodeProps {
  text: string
  label: string
  className?: string
}

/** Dark on light in each theme: many cameras cannot read inverted codes. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { size, path } = useMemo(() => drawing(text), [text])
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={cx('rounded-s bg-paper', className)}
    >
      <path d={path} className="fill-ink" />
    </svg>
  )
}

function drawing(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: 2 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size, path }
}
