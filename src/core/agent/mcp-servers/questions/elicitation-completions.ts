import { DONE_ELSEWHERE } from '#core/agent/tools/questions/ask.ts'
import { BoundedMap } from '#ground/base/bounded-map.ts'

export type ElicitationCompletions = ReturnType<typeof createElicitationCompletions>

/** Bounds memory, because a server may report completed questions that no call waits for. */
const MAX_IDS = 1000

export function createElicitationCompletions() {
  const known = new BoundedMap<string, AbortController>(MAX_IDS)
  const of = (id: string): AbortController => {
    const controller = known.get(id) ?? new AbortController()
    known.set(id, controller)
    return controller
  }
  return {
    complete: (id: string): void => of(id).abort(DONE_ELSEWHERE),
    signalOf: (id: string): AbortSignal => of(id).signal,
  }
}
