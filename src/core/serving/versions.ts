import { isoTime } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import type { HubVersionView } from './schema.ts'

export async function readHubVersions(
  { db }: Pick<Store, 'db'>,
  hub: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: HubVersionView[]; total: number }> {
  const [rows, { total }, current] = await Promise.all([
    db
      .selectFrom('hub_versions')
      .where('hub', '=', hub)
      .select(['number', 'made_by', 'made_at_ms', 'note'])
      .orderBy('number', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    db
      .selectFrom('hub_versions')
      .where('hub', '=', hub)
      .select(({ fn }) => fn.countAll().as('total'))
      .executeTakeFirstOrThrow(),
    db.selectFrom('hub_current_versions').where('hub', '=', hub).select('number').executeTakeFirst(),
  ])
  return {
    items: rows.map(({ number, made_by, made_at_ms: at, note }) => ({
      number,
      made_at: isoTime(at),
      made_by,
      note,
      is_current: number === current?.number,
    })),
    total: Number(total),
  }
}
