import { hintAt } from '#ground/base/nearest-name.ts'

export interface GraphProblem {
  path: PropertyKey[]
  message: string
  /** Offset of the problem within a text value; default: the whole value. */
  at?: number
}

interface Node {
  id: string
  needs?: readonly string[] | null | undefined
}

export function checkGraph(steps: readonly Node[]): GraphProblem[] {
  const ids = steps.map(({ id }) => id)
  const found: GraphProblem[] = []
  for (const [index, { id, needs }] of steps.entries()) {
    if (ids.indexOf(id) !== index)
      found.push({ path: ['steps', index, 'id'], message: `there are two steps called ${id}` })
    for (const need of needs ?? [])
      if (!ids.includes(need))
        found.push({
          path: ['steps', index, 'needs'],
          message: `there is no step ${need}${hintAt(need, ids)}`,
        })
  }
  if (found.length > 0) return found
  const circle = circleIn(steps)
  return circle === null
    ? []
    : [
        {
          path: ['steps', ids.indexOf(circle[0]!), 'needs'],
          message: `the steps wait for one another: ${[...circle, circle[0]].join(' → ')}`,
        },
      ]
}

function circleIn(steps: readonly Node[]): string[] | null {
  const needs = new Map(steps.map((step) => [step.id, step.needs ?? []]))
  const cleared = new Set<string>()
  const way: string[] = []
  const visit = (id: string): string[] | null => {
    if (cleared.has(id)) return null
    if (way.includes(id)) return way.slice(way.indexOf(id))
    way.push(id)
    for (const need of needs.get(id) ?? []) {
      const circle = visit(need)
      if (circle) return circle
    }
    way.pop()
    cleared.add(id)
    return null
  }
  for (const { id } of steps) {
    const circle = visit(id)
    if (circle) return circle
  }
  return null
}

/** Call this only if the `needs` of the steps are not circular. */
export function ancestorsOf(steps: readonly Node[]): Map<string, ReadonlySet<string>> {
  const needs = new Map(steps.map((step) => [step.id, step.needs ?? []]))
  const ancestors = new Map<string, Set<string>>()
  const visit = (id: string): Set<string> => {
    const known = ancestors.get(id)
    if (known) return known
    const found = new Set<string>()
    for (const need of needs.get(id) ?? []) {
      found.add(need)
      for (const further of visit(need)) found.add(further)
    }
    ancestors.set(id, found)
    return found
  }
  for (const { id } of steps) visit(id)
  return ancestors
}
