import { DONE_ELSEWHERE } from '#core/agent/tools/questions/ask.ts'
import { BoundedMap } from '#ground/base/bounded-map.ts'

/** Ids of addresses at which the person is done, as the server of one connection notifies. */
export interface ElicitationCompletions {
  complete(id: string): void
  /** Aborts once the person is done there. */
  signalOf(id: string): AbortSignal
}

/** A server may notify before anything waits, and of ids that nothing waits for. */
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
