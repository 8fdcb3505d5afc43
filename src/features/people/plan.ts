export type PersonPlan = 'in-order' | readonly number[]

export interface SampleGroup {
  meets: readonly boolean[]
  people: number
}

/**
 * Costs of reading one person and of sorting one person, relative to the check of one condition. Measured on both
 * databases.
 */
const READING = 0.08
const SORTING = 0.25

export function choosePlan(
  groups: readonly SampleGroup[],
  { factor, wanted }: { factor: number; wanted: number },
): PersonPlan {
  const conditions = groups[0]?.meets.map((_, n) => n) ?? []
  const all = groups.reduce((sum, { people }) => sum + people, 0) * factor
  const matching = (some: readonly number[]): number =>
    groups.filter(({ meets }) => some.every((n) => meets[n])).reduce((sum, { people }) => sum + people, 0.5) *
    factor

  const read = Math.min(all, (wanted * all) / matching(conditions))
  let best: { plan: PersonPlan; cost: number } = {
    plan: 'in-order',
    cost: read * (READING + conditions.length),
  }
  for (const some of subsets(conditions)) {
    const reading = some.reduce((sum, n) => sum + matching([n]), 0) * READING
    const cost = reading + matching(some) * (SORTING + conditions.length - some.length)
    if (cost < best.cost) best = { plan: some, cost }
  }
  return best.plan
}

const subsets = (items: readonly number[]): number[][] =>
  Array.from({ length: 2 ** items.length - 1 }, (_, n) => items.filter((_, bit) => ((n + 1) >> bit) & 1))
