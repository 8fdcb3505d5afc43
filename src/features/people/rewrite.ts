import type { Transaction } from 'kysely'
import type { EpochMs } from '#ground/base/clock.ts'
import { portions } from '#ground/base/portions.ts'
import type { Tables } from '#ground/store/tables.ts'
import { adjustCounts, readPersonRow, replaceWords, type PersonRow, type ObservedAccount } from './person.ts'
import { readProgress } from './progress.ts'
import { adjustSample } from './sample.ts'

/** Null in `sightings` means that the account was not read, so its stored data stays. */
export async function rewrite(
  tx: Transaction<Tables>,
  sightings: ReadonlyMap<string, ObservedAccount | null>,
  seenAt: EpochMs | null,
): Promise<number> {
  const subjects = [...sightings.keys()]
  if (subjects.length === 0) return 0
  // The lock serializes changes to people, so that the stored counts of people per status and role stay correct.
  await readProgress(tx, 'projected_change', { lock: true })
  const [rows, granted, blocked] = [
    await tx.selectFrom('people').selectAll().where('subject', 'in', subjects).execute(),
    await tx.selectFrom('access_subjects').select('subject').where('subject', 'in', subjects).execute(),
    await tx.selectFrom('access_blocks').select('subject').where('subject', 'in', subjects).execute(),
  ]
  const before = new Map(rows.map((row) => [row.subject, row]))
  const hasGrants = new Set(granted.map(({ subject }) => subject))
  const isBlocked = new Set(blocked.map(({ subject }) => subject))
  const inserted: PersonRow[] = []
  const gone: string[] = []
  const deltas: [PersonRow | undefined, PersonRow | null][] = []
  const words: [string, string | null][] = []
  for (const [subject, sighting] of sightings) {
    const old = before.get(subject)
    const person = readPersonRow(subject, old, sighting, {
      hasGrants: hasGrants.has(subject),
      isBlocked: isBlocked.has(subject),
      observedAt: seenAt,
    })
    if (!old && person) inserted.push(person)
    else if (old && !person) gone.push(subject)
    else if (old && person && !isSame(old, person))
      await tx.updateTable('people').set(person).where('subject', '=', subject).execute()
    if (!old !== !person || (old && person && old.name !== person.name))
      words.push([subject, person ? (person.name ?? '') : null])
    if (old?.status !== person?.status || old?.role !== person?.role) deltas.push([old, person])
  }
  for (const some of portions(inserted, 50)) await tx.insertInto('people').values(some).execute()
  for (const some of portions(gone)) await tx.deleteFrom('people').where('subject', 'in', some).execute()
  await adjustSample(tx, { added: inserted.map(({ subject }) => subject), gone })
  await replaceWords(tx, words, new Set(before.keys()))
  await adjustCounts(tx, deltas)
  return words.length + deltas.filter(([old, person]) => old && person).length
}

const isSame = (a: PersonRow, b: PersonRow): boolean =>
  (Object.keys(b) as (keyof PersonRow)[]).every(
    (column) => column === 'mirrored_at_ms' || a[column] === b[column],
  )
