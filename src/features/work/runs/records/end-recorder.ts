import type { Transaction } from 'kysely'
import type { Tables } from '#ground/store/tables.ts'
import type { WorkRun } from '../run.ts'

/**
 * Queues the results of a run in the transaction that ends it. Not called for a run that a person cancels. Resolves
 * with whether something must be sent.
 */
export type NoteEnd = (tx: Transaction<Tables>, run: WorkRun) => Promise<boolean>
