import { sql } from 'kysely'
import { BadConfiguration } from '#ground/base/environment.ts'
import type { Clock } from '#ground/base/clock.ts'
import { SILENT_MS } from '#ground/store/instance-tables.ts'
import type { Store } from '#ground/store/store.ts'
import type { InstanceFacts } from '#ground/instances/facts.ts'

/**
 * Clocks of instances may differ by at most this, because leases and the detection of silent instances depend on
 * clocks.
 */
export const MAX_CLOCK_SKEW_MS = 1000
const ROUND_TRIPS = 3

/**
 * Compares shared settings with those of running instances on the database. Ignores instances of the same data
 * folder. @throws BadConfiguration naming each setting that is missing or differs.
 */
export async function agreeWithOthers(
  { store, clock }: { store: Pick<Store, 'db'>; clock: Pick<Clock, 'now'> },
  { id, folder, shared }: Pick<InstanceFacts, 'id' | 'folder' | 'shared'>,
): Promise<void> {
  if (!shared) return
  const others = await store.db
    .selectFrom('machines')
    .select(['name', 'secrets', 'bus', 'blobs'])
    .where('id', '!=', id)
    .where('folder', '!=', folder)
    .where('ended_at_ms', 'is', null)
    .where('heard_at_ms', '>', clock.now() - SILENT_MS)
    .execute()
  if (others.length === 0) return
  const problems: { variable: string; message: string }[] = []
  const sharing = others.find(({ secrets }) => secrets !== null && secrets !== shared.secrets)
  if (sharing)
    problems.push({
      variable: 'SVC_SECRETS_FILE',
      message:
        shared.secrets === null
          ? `${sharing.name} uses this database with a secrets file: set the same file here`
          : `${sharing.name} uses this database with different secrets: set the same file for both`,
    })
  const live = others.find(({ bus }) => bus === 1)
  if (live && !shared.bus)
    problems.push({
      variable: 'SVC_BUS_URL',
      message: `${live.name} uses this database with a message bus: set the same bus here`,
    })
  const storing = others.find(({ blobs }) => blobs !== null && blobs !== shared.blobs)
  if (storing)
    problems.push({
      variable: 'SVC_BLOBS_URL',
      message: `${storing.name} uses this database with files in ${storing.blobs}: set the same bucket and prefix here`,
    })
  const skewMs = await measureClockSkew(store, clock)
  if (skewMs > MAX_CLOCK_SKEW_MS)
    problems.push({
      variable: 'SVC_DATABASE_URL',
      message: `this machine’s clock differs by ${(skewMs / 1000).toFixed(1)} s from the database server’s: synchronize both, because at most one second is permitted`,
    })
  if (problems.length > 0) throw new BadConfiguration(problems)
}

/**
 * Lower bound in milliseconds of the difference between the clocks of this instance and the database: the duration of
 * the query is subtracted.
 */
export async function measureClockSkew(
  { db }: Pick<Store, 'db'>,
  clock: Pick<Clock, 'now'>,
): Promise<number> {
  const skews: number[] = []
  for (let trip = 0; trip < ROUND_TRIPS; trip++) {
    const before = clock.now()
    const { rows } = await sql<{ at: number }>`
      select cast(extract(epoch from clock_timestamp()) * 1000 as double precision) as at`.execute(db)
    const after = clock.now()
    skews.push(Math.max(0, before - rows[0]!.at, rows[0]!.at - after))
  }
  return Math.min(...skews)
}
