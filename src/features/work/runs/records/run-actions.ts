import type { Transaction } from 'kysely'
import type { EpochMs } from '#ground/base/clock.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { RunRef } from '../run.ts'

/** A person's action on a run. */
export interface RunAction extends RunRef {
  action: 'run.start' | 'run.cancel'
  at: EpochMs
  /** Author: an e-mail, or `system:<name>`. */
  actor: string
  workflow: string
  /** Account of the run; null for none. */
  runAs: string | null
  /** The run that the new one repeats. */
  repeats?: string | undefined
}

/** Writes an act into a ledger, in the transaction that carries it out. */
export type RecordRunAction = (tx: Transaction<Tables>, action: RunAction) => Promise<void>
