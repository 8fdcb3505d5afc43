/** Tables of published versions. */
export interface HubVersionTables {
  hub_versions: HubVersions
  hub_version_files: HubVersionFiles
  hub_current_versions: HubCurrentVersions
}

interface HubVersions {
  hub: string
  /** Counted from 1. */
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
  /** Path relative to the Hub's folder, separated by `/`. */
  path: string
  /** 1 if the file is executable. */
  executable: number
  /** Bytes. */
  size: number
  /** SHA-256 of the content. */
  hash: string
}

/** The version that instances use. */
interface HubCurrentVersions {
  hub: string
  /** 0 while the first version is being published. */
  number: number
  switched_by: string
  switched_at_ms: number
}
