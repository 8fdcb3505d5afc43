import type { Insertable } from 'kysely'
import type { EpochMs } from '#ground/base/clock.ts'
import type { CertificateFacts } from '#ground/base/certificate-facts.ts'
import type { ServiceRecordTables } from './service-record-tables.ts'
import type { Store } from './store.ts'

type Db = Store['db']
type Row = Insertable<ServiceRecordTables['service_records']>

/** `instance`: name of the instance whose edge uses the certificate. */
export const recordCertificate = (
  db: Db,
  { instance, names, startsAt, endsAt }: CertificateFacts & { instance: string },
  now: EpochMs,
): Promise<void> =>
  write(db, {
    kind: 'certificate',
    name: instance,
    subject: names.join(', '),
    at_ms: now,
    starts_at_ms: startsAt,
    ends_at_ms: endsAt,
  })

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
