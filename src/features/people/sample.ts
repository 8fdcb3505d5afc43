import { createHash } from 'node:crypto'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { Tables } from '#ground/store/tables.ts'
import type { Condition } from './conditions.ts'
import type { SampleGroup } from './plan.ts'

export const SAMPLED_OF = 256

export const isSampled = (subject: string): boolean => createHash('sha256').update(subject).digest()[0] === 0

export async function adjustSample(
  tx: Transaction<Tables>,
  { added, gone }: { added: readonly string[]; gone: readonly string[] },
): Promise<void> {
  const [more, fewer] = [added.filter(isSampled), gone.filter(isSampled)]
  if (fewer.length > 0) await tx.deleteFrom('people_sample').where('subject', 'in', fewer).execute()
  if (more.length > 0)
    await tx
      .insertInto('people_sample')
      .values(more.map((subject) => ({ subject })))
      .execute()
}

export async function readSample(
  db: Kysely<Tables>,
  conditions: readonly Condition[],
): Promise<SampleGroup[]> {
  const subject = sql.ref<string>('people_sample.subject')
  const met = conditions.map(({ isMetBy }) => sql`case when ${isMetBy(subject)} then '1' else '0' end`)
  const { rows } = await sql<{ met: string; people: number }>`
    select met, count(*) as people from (select ${sql.join(met, sql` || `)} as met from people_sample) as sampled
    group by met`.execute(db)
  return rows.map(({ met: flags, people }) => ({ meets: [...flags].map((flag) => flag === '1'), people }))
}
