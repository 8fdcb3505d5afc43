export function ticksFor(
  max: number,
  { steps = 4, least = 1 }: { steps?: number; least?: number } = {},
): number[] {
  if (max <= 0) return [0, least]
  const rough = max / steps
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = FACTORS.find((one) => one * power >= rough) ?? 10
  const step = Math.max(least, least === 1 ? Math.ceil(factor * power) : factor * power)
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, index) => index * step)
}

const FACTORS = [1, 2, 2.5, 5, 10]

export function labelTicks(length: number, most: number): number[] {
  const every = Math.max(1, Math.ceil(length / Math.max(1, most)))
  return Array.from({ length }, (_, index) => index).filter((index) => index % every === 0)
}
