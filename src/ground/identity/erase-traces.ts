import type { Transaction } from 'kysely'
import { removeNoticesOf } from '#ground/store/remove-notices.ts'
import type { Tables } from '#ground/store/tables.ts'
import { withdrawProposalsOf } from '#ground/store/withdraw-proposals.ts'
import { noteMark } from './note-mark.ts'

/** Deletes notices, proposals and agents' notes of a deleted account. */
export async function eraseTracesOf(tx: Transaction<Tables>, email: string, now: number): Promise<void> {
  await removeNoticesOf(tx, email)
  await withdrawProposalsOf(tx, email)
  await eraseNotesAbout(tx, noteMark(email), now)
}

/** Hubs that store notes in folders read the erasure and delete theirs. */
async function eraseNotesAbout(tx: Transaction<Tables>, person: string, now: number): Promise<void> {
  for (const table of ['memory_notes', 'memory_people'] as const)
    await tx.deleteFrom(table).where('person', '=', person).execute()
  await tx
    .insertInto('memory_erasures')
    .values({ person, erased_at_ms: now })
    .onConflict((conflict) => conflict.column('person').doUpdateSet({ erased_at_ms: now }))
    .execute()
}
