const STEPS = [1, 2, 5]
const MAX_TICKS = 6

export interface Stretch {
  from: number
  to: number
}

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

export function zoomSpan({ from, to }: Stretch, factor: number, around: number, whole: number): Stretch {
  const length = Math.min(whole, Math.max(whole / 1000, (to - from) / factor))
  const start = Math.min(Math.max(0, around - length / 2), whole - length)
  return { from: start, to: start + length }
}
