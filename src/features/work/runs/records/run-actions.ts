import type { Transaction } from 'kysely'
import type { EpochMs } from '#ground/base/clock.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { RunRef } from '../run.ts'

export interface RunAction extends RunRef {
  action: 'run.start' | 'run.cancel'
  at: EpochMs
  /** Author: an e-mail, or `system:<name>`. */
  actor: string
  workflow: string
  runAs: string | null
  repeats?: string | undefined
}

export type RecordRunAction = (tx: Transaction<Tables>, action: RunAction) => Promise<void>
