import type { DatabaseSync } from 'node:sqlite'

/** Have text compared as on Postgres: `lower()` knows every alphabet, and `like` minds case. */
export function compareAsPostgres(database: DatabaseSync): void {
  database.function('lower', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  )
  database.exec('pragma case_sensitive_like = on')
}
