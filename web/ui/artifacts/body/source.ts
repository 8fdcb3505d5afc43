import type { PreviewKind } from '#features/artifacts/schema.ts'

/** A file to show, of which all versions have addresses of their own. */
export interface ArtifactSource {
  preview: PreviewKind
  title: string
  filename: string
  /** Bytes. */
  size: number
  contentUrl: string
  downloadUrl: string
  /** An unsaved text; its addresses contain it. */
  text?: string
}
