import { findCandidates } from '#features/artifacts/contract.ts'
import type { Call } from '../../call.ts'
import { chosenOf, type PeopleLookup } from './chosen.ts'

/** People and groups that an artifact may be shared with. */
export const candidates = (call: Call, id: string, q: string): PeopleLookup => ({
  queryKey: ['artifact-candidates', id, q],
  find: async (signal) => chosenOf(await call(findCandidates, { params: { id }, query: { q }, signal })),
})
