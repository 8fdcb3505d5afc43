import { servingOf } from '#ground/base/files/serving.ts'
import type { PreviewKind } from './schema.ts'

export function previewOf(type: string, filename: string): PreviewKind {
  if (servingOf(type, []).disposition !== 'inline') return 'none'
  const named = BY_EXTENSION[extensionOf(filename)]
  const isText = servingOf(type, []).contentType.startsWith('text/plain; ')
  if (isText)
    return BY_TYPE[type] ?? named ?? (isJson(type) ? 'json' : isCode(type, filename) ? 'code' : 'text')
  if (BY_TYPE[type]) return BY_TYPE[type]
  const family = type.split('/')[0]
  if (family === 'image' || family === 'audio' || family === 'video') return family
  return 'code'
}

const BY_TYPE: Readonly<Record<string, PreviewKind>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'image/svg+xml': 'svg',
  'text/markdown': 'markdown',
  'text/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'application/pdf': 'pdf',
}

const BY_EXTENSION: Readonly<Record<string, PreviewKind>> = {
  md: 'markdown',
  markdown: 'markdown',
  csv: 'csv',
  tsv: 'csv',
  json: 'json',
  geojson: 'json',
  txt: 'text',
  log: 'text',
}

const isJson = (type: string): boolean => /^(application|text)\/(.+\+)?json$/.test(type)

const isCode = (type: string, filename: string): boolean =>
  type !== 'text/plain' || /\.[a-z][a-z0-9+-]{0,9}$/i.test(filename)

const extensionOf = (filename: string): string => /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? ''
