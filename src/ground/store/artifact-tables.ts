/** Tables of published artifacts, as kysely sees them. The conventions are those of `Tables`. */
export interface ArtifactTables {
  artifacts: Artifacts
  artifact_versions: ArtifactVersions
  artifact_people: { artifact_id: string; email: string }
  artifact_groups: { artifact_id: string; group_id: string }
  artifact_links: ArtifactLinks
  artifact_contents: { hash: string }
}

/** An artifact with what its newest version is, so that lists read one table. */
interface Artifacts {
  id: string
  hub: string
  /** E-mail in lower case. */
  owner: string
  /** Account in the web chat: another account with the same e-mail owns nothing. */
  owner_id: string
  title: string
  filename: string
  content_type: string
  preview: string
  /** Bytes. */
  size: number
  sha256: string
  /** From 1. */
  version: number
  /** `owner`, `people` or `hub`. */
  audience: string
  /** Title and file name in lower case, to search in. */
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
  /** Names the bytes on disk. */
  sha256: string
  created_at_ms: number
  /** Folder of the file's chat; null for a file from elsewhere. */
  chat: string | null
  /** Name of that file. */
  chat_file: string | null
}

/** The public link of an artifact; it has one at most. */
interface ArtifactLinks {
  artifact_id: string
  /** SHA-256 of the token; the token itself is shown once and never stored. */
  token_hash: string
  created_at_ms: number
  expires_at_ms: number
  opens: number
  last_opened_at_ms: number | null
}
