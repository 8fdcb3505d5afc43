export const FILE_KINDS = ['image', 'pdf', 'audio', 'video'] as const

/** Ability that a model needs for a file: vision for pictures, audio for sound. */
export type ModelFileKind = (typeof FILE_KINDS)[number]

/** The kind of a file; null for a kind that no model accepts. */
export function modelFileKind(mediaType: string): ModelFileKind | null {
  if (mediaType === 'application/pdf') return 'pdf'
  const [family] = mediaType.split('/')
  return family === 'image' || family === 'audio' || family === 'video' ? family : null
}
