import type { Insertable, Selectable } from 'kysely'
import { z } from 'zod'
import type { EpochMs } from '#ground/base/clock.ts'
import type { NoticeTables } from '#ground/store/notice-tables.ts'
import type { Store } from '#ground/store/store.ts'
import { AttentionItem, AttentionKind, AttentionLevel } from '../schema.ts'
import { NoticeSettings } from './schema.ts'
import type { NoticeTimes } from './schedule.ts'
import type { KnownItem } from './plan.ts'

export type SettingsRow = Selectable<NoticeTables['notice_settings']>

type Db = Store['db']

export const timesOf = (settings: NoticeSettings): NoticeTimes => ({
  pace: settings.pace,
  dailyAt: settings.daily_at,
  quiet: settings.quiet,
  timeZone: settings.time_zone,
})

export const toSettings = (row: SettingsRow): NoticeSettings =>
  NoticeSettings.parse({
    // Leaves out kinds that a later release stored and that this release lacks.
    muted: z.array(z.string()).parse(JSON.parse(row.muted)).filter(isKind),
    level: row.level,
    with_solved: row.with_solved === 1,
    pace: row.pace,
    daily_at: row.daily_at,
    quiet:
      row.quiet_from === null || row.quiet_until === null
        ? null
        : { from: row.quiet_from, until: row.quiet_until },
    time_zone: row.time_zone,
    language: row.language,
  })

const isKind = (kind: string): boolean => AttentionKind.safeParse(kind).success

export const settingsColumns = (
  settings: NoticeSettings,
): Omit<Insertable<NoticeTables['notice_settings']>, 'email' | 'account_id' | 'due_at_ms'> => ({
  muted: JSON.stringify(settings.muted),
  level: settings.level,
  with_solved: settings.with_solved ? 1 : 0,
  pace: settings.pace,
  daily_at: settings.daily_at,
  quiet_from: settings.quiet?.from ?? null,
  quiet_until: settings.quiet?.until ?? null,
  time_zone: settings.time_zone,
  language: settings.language,
})

export async function readSettings(db: Db, email: string): Promise<SettingsRow | null> {
  const row = await db.selectFrom('notice_settings').selectAll().where('email', '=', email).executeTakeFirst()
  return row ?? null
}

/** People whose check is due and who have a way that is in use. */
export const readDuePeople = (db: Db, now: EpochMs): Promise<SettingsRow[]> =>
  db
    .selectFrom('notice_settings as person')
    .selectAll('person')
    .where('person.due_at_ms', '<=', now)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('notice_ways as way')
          .whereRef('way.email', '=', 'person.email')
          .where('way.paused_at_ms', 'is', null)
          .select('way.id'),
      ),
    )
    .execute()

export async function readKnown(db: Db, email: string): Promise<Map<string, KnownItem>> {
  const rows = await db.selectFrom('notice_items').selectAll().where('email', '=', email).execute()
  return new Map(
    rows.flatMap(({ item, level, count, facts, seen_at_ms: seenAt, notified_at_ms: notifiedAt }) => {
      const parsed = AttentionItem.safeParse(JSON.parse(facts))
      if (!parsed.success) return [] // stored by another release
      return [
        [
          item,
          { level: AttentionLevel.parse(level), count, facts: parsed.data, seenAt, notifiedAt },
        ] as const,
      ]
    }),
  )
}

/** Writes only changed items, so that a check without news costs no statement. */
export async function storeKnown(
  db: Db,
  email: string,
  { before, known }: { before: ReadonlyMap<string, KnownItem>; known: ReadonlyMap<string, KnownItem> },
): Promise<void> {
  const gone = [...before.keys()].filter((item) => !known.has(item))
  if (gone.length > 0)
    await db.deleteFrom('notice_items').where('email', '=', email).where('item', 'in', gone).execute()
  for (const [item, one] of known) {
    const old = before.get(item)
    if (old && old.level === one.level && old.count === one.count && old.notifiedAt === one.notifiedAt)
      continue
    const row = {
      level: one.level,
      count: one.count,
      facts: JSON.stringify(one.facts),
      seen_at_ms: one.seenAt,
      notified_at_ms: one.notifiedAt,
    }
    await db
      .insertInto('notice_items')
      .values({ email, item, ...row })
      .onConflict((conflict) => conflict.columns(['email', 'item']).doUpdateSet(row))
      .execute()
  }
}
