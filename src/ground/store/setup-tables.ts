export interface SetupTables {
  stored_setups: StoredSetups
}

interface StoredSetups {
  /** `mail`, `provider` or `channel`. */
  kind: string
  /** Id of the identity provider; Hub and channel, separated by a space; `mail` for mail. */
  name: string
  /** Changes with each write. */
  revision: string
  /** Sealed JSON, because settings contain secrets. */
  settings: string
  changed_at_ms: number
  changed_by: string
}
