export interface ServiceRecordTables {
  service_records: ServiceRecords
}

/** The latest fact of each kind about the service itself. */
interface ServiceRecords {
  /** `certificate` or `backup`. */
  kind: string
  /** Name of the instance that uses the certificate; empty for a backup. */
  name: string
  /** Host names of the certificate; empty for a backup. */
  subject: string
  at_ms: number
  /** Validity of a certificate. */
  starts_at_ms: number | null
  ends_at_ms: number | null
  /** Time of the last successful backup. */
  succeeded_at_ms: number | null
  /** Why the last backup failed; null if it succeeded. */
  reason: string | null
}
