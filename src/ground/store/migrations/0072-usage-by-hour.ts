import type { Kysely } from 'kysely'

/**
 * Hourly sums of chats and people whose newest hour of the day it is, so that a part of a day is counted
 * without reading its turns. Turns of earlier releases are in none of these: days with such turns are read
 * from the ledger.
 */
export async function usageByHour(db: Kysely<any>): Promise<void> {
  for (const sum of ['day_turns', 'day_chats', 'day_people'])
    await db.schema
      .alterTable('usage_periods')
      .addColumn(sum, 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
}
