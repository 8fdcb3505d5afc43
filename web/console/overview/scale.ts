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

const GAP_PX = 12
const MIN_WIDTH_PX = 44
/** Of a digit of 12 px; letters are at most a little wider, Chinese characters about twice as wide. */
const DIGIT_PX = 7.7
const WIDE = /[\p{Script=Han}]/gu

/** The space for the labels of an axis, which differ by language: `100K` in English is `100.000` in German. */
export const widthOfLabels = (labels: readonly string[]): number =>
  Math.max(
    MIN_WIDTH_PX,
    ...labels.map(
      (label) => Math.ceil((label.length + (label.match(WIDE)?.length ?? 0)) * DIGIT_PX) + GAP_PX,
    ),
  )
