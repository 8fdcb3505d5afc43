import { texts } from './language.ts'

export const ARTIFACT_KINDS = texts('ui.artifactKinds', {
  html: 'Web page',
  markdown: 'Document',
  csv: 'Table',
  image: 'Picture',
  svg: 'Drawing',
  pdf: 'PDF',
  code: 'Code',
  json: 'JSON',
  text: 'Text',
  audio: 'Audio',
  video: 'Video',
  none: 'File',
})
