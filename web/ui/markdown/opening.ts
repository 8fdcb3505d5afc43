import { createContext } from 'react'
import type { PreviewKind } from '#features/artifacts/schema.ts'

/** Code of a text, as a file of its own. */
export interface OpenedCode {
  text: string
  filename: string
  preview: PreviewKind
}

/** Opens code beside the text; null where there is no place for that. */
export const CodeOpening = createContext<((code: OpenedCode) => void) | null>(null)

const KINDS: Readonly<Record<string, PreviewKind>> = {
  html: 'html',
  htm: 'html',
  svg: 'svg',
  markdown: 'markdown',
  md: 'markdown',
  csv: 'csv',
  tsv: 'csv',
  json: 'json',
  geojson: 'json',
}

/** Shorter code is read where it stands. */
const LONG = 15

/** How code is best looked at by itself; null for what gains nothing by it. */
export function previewOfCode(language: string, text: string, lines: number): PreviewKind | null {
  const name = language.toLowerCase()
  if (Object.hasOwn(KINDS, name)) return KINDS[name]!
  if (name === 'xml' && /^\s*(?:<\?xml[^>]*>\s*)?<svg\b/.test(text)) return 'svg'
  return lines > LONG ? 'code' : null
}
