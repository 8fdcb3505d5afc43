export interface HubVersionTables {
  hub_versions: HubVersions
  hub_version_files: HubVersionFiles
  hub_current_versions: HubCurrentVersions
}

interface HubVersions {
  hub: string
  /** The first version is 1. */
  number: number
  /** SHA-256 of the list of files. */
  digest: string
  made_by: string
  made_at_ms: number
  note: string | null
}

interface HubVersionFiles {
  hub: string
  number: number
  /** Relative to the Hub's folder, separated by `/`. */
  path: string
  executable: number
  /** Bytes. */
  size: number
  /** SHA-256. */
  hash: string
}

interface HubCurrentVersions {
  hub: string
  number: number
  switched_by: string
  switched_at_ms: number
}
