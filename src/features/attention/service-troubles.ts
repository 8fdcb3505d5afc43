import type { Selectable } from 'kysely'
import { type EpochMs, isoTime } from '#ground/base/clock.ts'
import type { ServiceRecordTables } from '#ground/store/service-record-tables.ts'
import { item } from './item.ts'
import type { AttentionItem } from './schema.ts'
import type { AttentionDeps } from './use-troubles.ts'

type Row = Selectable<ServiceRecordTables['service_records']>

const DAY_MS = 86_400_000
/**
 * Renewal programs replace a certificate when a third of its validity is left, at the latest 30 days before its end. So
 * renewals have failed for days if less than a quarter of the validity and less than 14 days are left.
 */
const LATE_RENEWAL_SHARE = 1 / 4
const MAX_LATE_RENEWAL_MS = 14 * DAY_MS
/** An edge records its certificate several times a day, so an older record belongs to an instance that has ended. */
const RECORD_TTL_MS = 2 * DAY_MS
/** Backups are made at least weekly; the additional day allows for a late one. */
const MAX_BACKUP_AGE_MS = 8 * DAY_MS

/** Items about the service itself, which only organization administrators can solve. */
export async function readServiceTroubles({ store, clock }: AttentionDeps): Promise<AttentionItem[]> {
  const rows = await store.db.selectFrom('service_records').selectAll().execute()
  const now = clock.now()
  return [...certificates(rows, now), ...backups(rows, now)]
}

/** Instances that use the same certificate are one item. */
function certificates(rows: readonly Row[], now: EpochMs): AttentionItem[] {
  const first = new Map<string, Row & { ends_at_ms: EpochMs }>()
  for (const row of rows) {
    const { kind, subject, at_ms: at, ends_at_ms: endsAt } = row
    if (kind !== 'certificate' || endsAt === null || at < now - RECORD_TTL_MS) continue
    if ((first.get(subject)?.ends_at_ms ?? Infinity) > endsAt)
      first.set(subject, { ...row, ends_at_ms: endsAt })
  }
  return [...first.values()]
    .filter(({ starts_at_ms: startsAt, ends_at_ms: endsAt }) => {
      const validMs = endsAt - (startsAt ?? 0)
      return now > endsAt - Math.min(MAX_LATE_RENEWAL_MS, validMs * LATE_RENEWAL_SHARE)
    })
    .map(({ subject, ends_at_ms: endsAt }) =>
      item({
        kind: 'certificate',
        level: endsAt <= now ? 'failure' : 'warning',
        subject,
        since: isoTime(endsAt),
      }),
    )
}

/** A service whose backups were never recorded has no item, because other programs may back it up. */
function backups(rows: readonly Row[], now: EpochMs): AttentionItem[] {
  const row = rows.find(({ kind }) => kind === 'backup')
  if (row === undefined) return []
  const { succeeded_at_ms: succeededAt, reason } = row
  const since = succeededAt === null ? null : isoTime(succeededAt)
  if (reason !== null) return [item({ kind: 'backup', level: 'failure', since, detail: reason })]
  const isLate = succeededAt !== null && succeededAt < now - MAX_BACKUP_AGE_MS
  return isLate ? [item({ kind: 'backup', level: 'warning', since })] : []
}
