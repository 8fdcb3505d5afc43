import type { ActCounts } from './counts.ts'
import { seeded, usesOf, waitsFor, firstLimit, type Load, type Remedy, type Sizes } from './simulation.ts'

const table = (...lines: readonly (readonly string[])[]): string => {
  const [head, ...rest] = lines
  return [head!, head!.map(() => '---'), ...rest].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const whole = (value: number): string => Math.round(value).toLocaleString('en')

export const usesTable = (acts: readonly ActCounts[], load: Load, sizes: Sizes): string =>
  table(
    ['Each second', 'Used', 'Capacity', 'Share'],
    ...usesOf(acts, load, sizes)
      .toSorted((a, b) => b.used / b.capacity - a.used / a.capacity)
      .map(({ of, used, capacity }) => [
        of,
        whole(used),
        whole(capacity),
        `${whole((100 * used) / capacity)} %`,
      ]),
  )

export const breaksTable = (
  acts: readonly ActCounts[],
  load: Load,
  sizes: Sizes,
  remedies: readonly Remedy[],
): string =>
  table(
    ['', 'Exhausted resource', 'At this multiple of the load', 'Remedy'],
    ...firstLimit(acts, load, sizes, remedies).map(({ first, at, remedy }, n) => [
      String(n + 1),
      first,
      at < 1 ? at.toFixed(2) : at.toFixed(1),
      remedy ?? '–',
    ]),
  )

export function waitsTable(acts: readonly ActCounts[], load: Load, sizes: Sizes): string {
  const row = usesOf(acts, load, sizes).find(({ of }) => of === 'the head of the ledger, ms')!
  const perSecond = row.used / sizes.heldMs
  return table(
    ['Load', 'Uses a second', 'Wait for the head of the ledger: half of them · 99 %'],
    ...[1, 4, 8].map((times) => {
      const { p50, p99 } = waitsFor(perSecond * times, sizes.heldMs, { random: seeded(times) })
      return [`${times} ×`, whole(perSecond * times), `${p50.toFixed(1)} ms · ${p99.toFixed(1)} ms`]
    }),
  )
}
