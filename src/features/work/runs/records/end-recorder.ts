import type { Transaction } from 'kysely'
import type { Tables } from '#ground/store/tables.ts'
import type { WorkRun } from '../run.ts'

/**
 * Queues the results of an ending run, in the same transaction. Not called for cancelled runs. @returns Whether
 * something must be sent.
 */
export type NoteEnd = (tx: Transaction<Tables>, run: WorkRun) => Promise<boolean>
