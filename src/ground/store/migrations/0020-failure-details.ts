import type { Kysely } from 'kysely'

/** Why runs and steps failed, in the words of a provider or a tool: for the account that they acted as alone. */
export async function failureDetails(db: Kysely<any>): Promise<void> {
  for (const table of ['runs', 'run_steps'])
    await db.schema.alterTable(table).addColumn('error_detail', 'text').execute()
}
