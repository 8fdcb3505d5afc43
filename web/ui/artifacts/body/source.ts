import type { PreviewKind } from '#features/artifacts/schema.ts'

export interface ArtifactSource {
  preview: PreviewKind
  title: string
  filename: string
  size: number
  contentUrl: string
  downloadUrl: string
  /** Unsaved text. If present, `contentUrl` and `downloadUrl` are data URLs of this text. */
  text?: string
}
