import type { Insertable } from 'kysely'
import { portions } from '#ground/base/portions.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'

export async function insertMany<Table extends keyof Tables>(
  store: Store,
  table: Table,
  count: number,
  row: (n: number) => Insertable<Tables[Table]>,
): Promise<void> {
  await store.transaction(async (tx) => {
    const rows = Array.from({ length: count }, (_, n) => row(n))
    for (const portion of portions(rows)) await tx.insertInto(table).values(portion).execute()
  })
}
