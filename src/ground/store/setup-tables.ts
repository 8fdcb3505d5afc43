export interface SetupTables {
  stored_setups: StoredSetups
}

interface StoredSetups {
  /** `mail` or `provider`. */
  kind: string
  /** Id of the identity provider; `mail` for mail. */
  name: string
  /** Changes with each write. */
  revision: string
  /** Sealed JSON, because settings contain secrets. */
  settings: string
  changed_at_ms: number
  changed_by: string
}
