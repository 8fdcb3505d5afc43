import type { Transaction } from 'kysely'
import type { EpochMs } from '#ground/base/clock.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { RunRef } from './run.ts'

/** What somebody did about a run. */
export interface RunAction extends RunRef {
  action: 'run.start' | 'run.cancel'
  at: EpochMs
  /** Who did it: an e-mail, or `system:<name>`. */
  actor: string
  workflow: string
  /** Account the run acts as; null acts as nobody. */
  runAs: string | null
  /** The run that the new one repeats. */
  repeats?: string | undefined
}

/** Writes an act into a ledger, in the transaction that carries it out. */
export type RecordRunAction = (tx: Transaction<Tables>, action: RunAction) => Promise<void>
