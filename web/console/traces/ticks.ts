const STEPS = [1, 2, 5]
const MAX_TICKS = 6

/** A stretch of a trace, in milliseconds from its beginning. */
export interface Stretch {
  from: number
  to: number
}

/** Round moments of a stretch, a few, for the head of a waterfall. Pure. */
export function ticksOf({ from, to }: Stretch): number[] {
  const whole = to - from
  if (!(whole > 0)) return [from]
  const least = whole / MAX_TICKS
  const power = 10 ** Math.floor(Math.log10(least))
  const step = STEPS.map((one) => one * power).find((one) => one >= least) ?? 10 * power
  const first = Math.ceil(from / step)
  const last = Math.floor(to / step + 1e-9)
  return Array.from({ length: last - first + 1 }, (_, n) => (first + n) * step)
}

/** Twice as close, around a moment, or half as close; never beyond the whole. Pure. */
export function zoomSpan({ from, to }: Stretch, factor: number, around: number, whole: number): Stretch {
  const length = Math.min(whole, Math.max(whole / 1000, (to - from) / factor))
  const start = Math.min(Math.max(0, around - length / 2), whole - length)
  return { from: start, to: start + length }
}
