import type { StoredRunStep } from '#features/work/runs/run.ts'
import { MAX_DEPTH, type Workflow } from './workflow.ts'

/** A step is copied if it succeeded or its own condition skipped it, and all steps that it needs are copied. */
export function stepsToCopy(
  name: string,
  steps: readonly Pick<StoredRunStep, 'id' | 'state'>[],
  find: (name: string) => Pick<Workflow, 'steps'> | undefined,
): string[] {
  const known = new Map(steps.map(({ id, state }) => [id, state]))
  const copied: string[] = []
  const walk = (workflow: string, prefix: string, depth: number): void => {
    const all = find(workflow)?.steps ?? []
    const here = new Set<string>()
    let before = -1
    while (here.size > before) {
      before = here.size
      for (const { id, needs } of all) {
        const state = known.get(prefix + id)
        if ((state === 'done' || state === 'skipped') && needs.every((need) => here.has(need))) here.add(id)
      }
    }
    for (const { id, work } of all)
      if (here.has(id)) copied.push(prefix + id, ...below(prefix + id))
      else if (work.kind === 'workflow' && depth < MAX_DEPTH)
        walk(work.workflow, `${prefix}${id}/`, depth + 1)
  }
  const below = (id: string) => [...known.keys()].filter((inner) => inner.startsWith(`${id}/`))
  walk(name, '', 1)
  return copied
}
