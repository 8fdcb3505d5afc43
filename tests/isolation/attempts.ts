import type { Attempt } from './attempts/attempt.ts'
import { LEAVES } from './attempts/leaves.ts'
import { LOADS } from './attempts/loads.ts'
import { PEERS } from './attempts/peers.ts'
import { READS } from './attempts/reads.ts'

export type { Attempt } from './attempts/attempt.ts'

/** Every way out: nothing may arrive. */
export const OUTWARD: readonly Attempt[] = [...LOADS, ...PEERS, ...LEAVES]

/** Every way in: each must get nothing. */
export const INWARD: readonly Attempt[] = READS
