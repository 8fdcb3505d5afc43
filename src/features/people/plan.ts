/** How a list is read: people in order until a page is full, or everybody who meets these conditions. */
export type PersonPlan = 'in-order' | readonly number[]

/** People of the sample who meet the same conditions. */
export interface SampleGroup {
  /** For each condition, whether they meet it. */
  meets: readonly boolean[]
  people: number
}

/** Costs, as parts of what looking one condition up for one person costs. Measured on both databases. */
const READING = 0.08
/** Relative cost of deduplicating and sorting a person. */
const SORTING = 0.25

/**
 * Chooses the cheapest way to read a list. Pure.
 *
 * @param groups The sample.
 * @param factor Number of people per person in the sample.
 * @param wanted Number of matches needed when people are read in order.
 */
export function choosePlan(
  groups: readonly SampleGroup[],
  { factor, wanted }: { factor: number; wanted: number },
): PersonPlan {
  const conditions = groups[0]?.meets.map((_, n) => n) ?? []
  const all = groups.reduce((sum, { people }) => sum + people, 0) * factor
  // At least half a person, as no match in a sample does not mean no match at all.
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
