import type { Import } from './read-tree.ts'

/** @returns One path for each group of files that import each other, such as `a.ts, b.ts, a.ts` */
export function findCircles(arrows: readonly Import[]): string[][] {
  const targets = new Map<string, string[]>()
  for (const { from, to } of arrows) targets.set(from, [...(targets.get(from) ?? []), to])

  const reported = new Set<string>()
  return [...targets.keys()].flatMap((file) => {
    if (reported.has(file)) return []
    const walk = shortestWalkBack(file, targets)
    for (const step of walk ?? []) reported.add(step)
    return walk ? [walk] : []
  })
}

function shortestWalkBack(start: string, targets: ReadonlyMap<string, readonly string[]>): string[] | null {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (const file of queue) {
    for (const target of targets.get(file) ?? []) {
      if (target === start) return [...walkTo(file, start, cameFrom), start]
      if (cameFrom.has(target)) continue
      cameFrom.set(target, file)
      queue.push(target)
    }
  }
  return null
}

const walkTo = (file: string, start: string, cameFrom: ReadonlyMap<string, string>): string[] =>
  file === start ? [start] : [...walkTo(cameFrom.get(file)!, start, cameFrom), file]
