import type { Transaction } from 'kysely'
import type { Tables } from '#ground/store/tables.ts'
import type { WorkRun } from '../run.ts'

/**
 * Queues the consequences of a run's end, in the transaction that ends it. The person who cancels a run knows
 * of its end. Resolves with whether there is something to send now.
 */
export type NoteEnd = (tx: Transaction<Tables>, run: WorkRun) => Promise<boolean>
