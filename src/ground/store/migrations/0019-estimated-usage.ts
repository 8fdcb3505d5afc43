import type { Kysely } from 'kysely'

/** Turns with estimated tokens. */
export async function estimatedUsage(db: Kysely<any>): Promise<void> {
  for (const [table, column] of [
    ['usage_turns', 'is_estimated'],
    ['usage_periods', 'estimated_turns'],
  ] as const)
    await db.schema
      .alterTable(table)
      .addColumn(column, 'bigint', (added) => added.notNull().defaultTo(0))
      .execute()
}
