import type { DatabaseSync } from 'node:sqlite'

/** Like on Postgres, `lower()` covers all alphabets, and `like` is case-sensitive. */
export function compareAsPostgres(database: DatabaseSync): void {
  database.function('lower', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  )
  database.exec('pragma case_sensitive_like = on')
}
