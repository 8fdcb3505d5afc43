import { naturalKey } from '#ground/base/natural-order.ts'
import type { Store } from '#ground/store/store.ts'

const BATCH_SIZE = 200

export const nameOrder = (subject: string, name: string | null): string =>
  naturalKey(name ?? '') || naturalKey(subject)

/** Fills the column `name_order` in rows that an earlier release wrote. */
export async function fillNameOrder({ db }: Pick<Store, 'db'>, signal: AbortSignal): Promise<void> {
  for (let isDone = false; !isDone && !signal.aborted;) {
    const rows = await db
      .selectFrom('people')
      .select(['subject', 'name'])
      .where('name_order', '=', '')
      .limit(BATCH_SIZE)
      .execute()
    for (const { subject, name } of rows)
      await db
        .updateTable('people')
        .set({ name_order: nameOrder(subject, name) })
        .where('subject', '=', subject)
        .where('name_order', '=', '')
        .execute()
    isDone = rows.length < BATCH_SIZE
  }
}
