import type { Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Deletes the notes about a deleted account, with their uses and sources. Hubs that store notes in folders read the
 * erasure and delete theirs.
 */
export async function eraseNotesOf(tx: Transaction<Tables>, person: string, now: number): Promise<void> {
  for (const table of ['memory_notes', 'memory_people'] as const)
    await tx.deleteFrom(table).where('person', '=', person).execute()
  await tx
    .insertInto('memory_erasures')
    .values({ person, erased_at_ms: now })
    .onConflict((conflict) => conflict.column('person').doUpdateSet({ erased_at_ms: now }))
    .execute()
}
