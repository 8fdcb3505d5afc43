import type { Attempt } from './attempts/attempt.ts'
import { LEAVES } from './attempts/leaves.ts'
import { LOADS } from './attempts/loads.ts'
import { PEERS } from './attempts/peers.ts'
import { READS } from './attempts/reads.ts'

export type { Attempt } from './attempts/attempt.ts'

/** Attempts to send data. No request may arrive. */
export const OUTWARD: readonly Attempt[] = [...LOADS, ...PEERS, ...LEAVES]

/** Attempts to read data. Each must fail. */
export const INWARD: readonly Attempt[] = READS
