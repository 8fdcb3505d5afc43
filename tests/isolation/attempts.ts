import type { Attempt } from './attempts/attempt.ts'
import { LEAVES } from './attempts/leaves.ts'
import { LOADS } from './attempts/loads.ts'
import { PEERS } from './attempts/peers.ts'
import { READS } from './attempts/reads.ts'

export type { Attempt } from './attempts/attempt.ts'

export const OUTWARD: readonly Attempt[] = [...LOADS, ...PEERS, ...LEAVES]

export const INWARD: readonly Attempt[] = READS
