export interface ArtifactTables {
  artifacts: Artifacts
  artifact_versions: ArtifactVersions
  artifact_people: { artifact_id: string; email: string }
  artifact_groups: { artifact_id: string; group_id: string }
  artifact_links: ArtifactLinks
  artifact_contents: { hash: string }
}

/** An artifact with the data of its newest version, so that lists read one table. */
interface Artifacts {
  id: string
  hub: string
  /** Lower-case email address. */
  owner: string
  /** Account id. A new account with the same email address does not own the artifact. */
  owner_id: string
  title: string
  filename: string
  content_type: string
  preview: string
  /** Bytes. */
  size: number
  sha256: string
  /** The first version is 1. */
  version: number
  /** `owner`, `people` or `hub`. */
  audience: string
  /** Title and file name in lower case. */
  search: string
  created_at_ms: number
  updated_at_ms: number
}

interface ArtifactVersions {
  artifact_id: string
  version: number
  filename: string
  content_type: string
  preview: string
  size: number
  sha256: string
  created_at_ms: number
  chat: string | null
  chat_file: string | null
}

interface ArtifactLinks {
  artifact_id: string
  /** SHA-256. The token is never stored. */
  token_hash: string
  created_at_ms: number
  expires_at_ms: number
  opens: number
  last_opened_at_ms: number | null
}
