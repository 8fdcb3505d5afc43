/** Tables of published versions. */
export interface HubVersionTables {
  hub_versions: HubVersions
  hub_version_files: HubVersionFiles
  hub_current_versions: HubCurrentVersions
}

interface HubVersions {
  hub: string
  /** From 1. */
  number: number
  /** SHA-256 of the list of its files. */
  digest: string
  made_by: string
  made_at_ms: number
  note: string | null
}

interface HubVersionFiles {
  hub: string
  number: number
  /** Relative to the Hub's folder, with `/`. */
  path: string
  /** 1: it may be run. */
  executable: number
  /** Bytes. */
  size: number
  /** SHA-256 of its bytes. */
  hash: string
}

/** The version that machines take. */
interface HubCurrentVersions {
  hub: string
  /** 0 while the first one is being published. */
  number: number
  switched_by: string
  switched_at_ms: number
}
