import type { Transaction } from 'kysely'
import type { Tables } from './tables.ts'

const OF_PERSON = ['notice_letters', 'notice_items', 'notice_ways', 'notice_settings'] as const

/** Deletes the settings, ways and letters of a deleted account. */
export async function removeNoticesOf(tx: Transaction<Tables>, email: string): Promise<void> {
  for (const table of OF_PERSON) await tx.deleteFrom(table).where('email', '=', email).execute()
}
