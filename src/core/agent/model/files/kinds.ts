export const FILE_KINDS = ['image', 'pdf', 'audio', 'video'] as const

export type ModelFileKind = (typeof FILE_KINDS)[number]

export function modelFileKind(mediaType: string): ModelFileKind | null {
  if (mediaType === 'application/pdf') return 'pdf'
  const [family] = mediaType.split('/')
  return family === 'image' || family === 'audio' || family === 'video' ? family : null
}
