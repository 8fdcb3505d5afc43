/** Values to mark on an axis from 0: a few round numbers, the last not below `max`. Pure. */
export function ticksFor(max: number, steps = 4): number[] {
  if (max <= 0) return [0, 1]
  const rough = max / steps
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 2.5, 5, 10].find((one) => one * power >= rough) ?? 10
  const step = Math.max(1, Math.ceil(factor * power))
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, index) => index * step)
}

/** Indexes to name on a time axis: at most `most`, evenly, from the first. Pure. */
export function labelled(length: number, most: number): number[] {
  const every = Math.max(1, Math.ceil(length / Math.max(1, most)))
  return Array.from({ length }, (_, index) => index).filter((index) => index % every === 0)
}
