import type { Transaction } from 'kysely'
import type { Tables } from '#ground/store/tables.ts'
import type { WorkRun } from '../run.ts'

/** Queues results in the transaction that ends the run. @returns Whether the run has results to send. */
export type NoteEnd = (tx: Transaction<Tables>, run: WorkRun) => Promise<boolean>
