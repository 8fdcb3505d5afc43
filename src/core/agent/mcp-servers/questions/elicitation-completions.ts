import { DONE_ELSEWHERE } from '#core/agent/tools/questions/ask.ts'
import { BoundedMap } from '#ground/base/bounded-map.ts'

/** Ids of URL elicitations that the server of one connection reports as completed. */
export interface ElicitationCompletions {
  complete(id: string): void
  signalOf(id: string): AbortSignal
}

/** Bounds memory, because a server may report ids that no call waits for. */
const MAX_IDS = 1000

export function createElicitationCompletions(): ElicitationCompletions {
  const known = new BoundedMap<string, AbortController>(MAX_IDS)
  const of = (id: string): AbortController => {
    const controller = known.get(id) ?? new AbortController()
    known.set(id, controller)
    return controller
  }
  return {
    complete: (id) => of(id).abort(DONE_ELSEWHERE),
    signalOf: (id) => of(id).signal,
  }
}
