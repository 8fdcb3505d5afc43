/** What people call an artifact, by how it is shown. */
export const ARTIFACT_KINDS = {
  html: 'Web page',
  svg: 'Drawing',
  markdown: 'Document',
  code: 'Code',
  text: 'Text',
  csv: 'Table',
  json: 'JSON',
  image: 'Picture',
  audio: 'Audio',
  video: 'Video',
  pdf: 'PDF',
  none: 'File',
} as const
