import type { Insertable } from 'kysely'
import type { EpochMs } from '#ground/base/clock.ts'
import type { CertificateFacts } from '#ground/base/certificate-facts.ts'
import type { ServiceRecordTables } from './service-record-tables.ts'
import type { Store } from './store.ts'

type Db = Store['db']
type Row = Insertable<ServiceRecordTables['service_records']>

const RETENTION_MS = 30 * 86_400_000

/** `instance`: name of the instance whose edge uses the certificate. Removes records of instances that have ended. */
export async function recordCertificate(
  db: Db,
  { instance, names, startsAt, endsAt }: CertificateFacts & { instance: string },
  now: EpochMs,
): Promise<void> {
  await write(db, {
    kind: 'certificate',
    name: instance,
    subject: names.join(', '),
    at_ms: now,
    starts_at_ms: startsAt,
    ends_at_ms: endsAt,
  })
  await db
    .deleteFrom('service_records')
    .where('kind', '=', 'certificate')
    .where('at_ms', '<', now - RETENTION_MS)
    .execute()
}

/** @param failure Why the backup failed; null if it succeeded. The time of the last success stays. */
export const recordBackup = (db: Db, failure: string | null, now: EpochMs): Promise<void> =>
  write(db, {
    kind: 'backup',
    name: '',
    subject: '',
    at_ms: now,
    reason: failure,
    ...(failure === null && { succeeded_at_ms: now }),
  })

async function write(db: Db, { kind, name, ...row }: Row): Promise<void> {
  await db
    .insertInto('service_records')
    .values({ kind, name, ...row })
    .onConflict((conflict) => conflict.columns(['kind', 'name']).doUpdateSet(row))
    .execute()
}
