import type { Transaction } from 'kysely'
import type { Tables } from '#ground/store/tables.ts'
import type { Run } from './run.ts'

/**
 * Notes what follows from the end of a run, in the transaction that ends it. Somebody who cancels a run knows of its end.
 * Resolves with whether something is to be sent now.
 */
export type NoteEnd = (tx: Transaction<Tables>, run: Run) => Promise<boolean>
