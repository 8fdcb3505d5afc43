import { createContext } from 'react'
import type { PreviewKind } from '#features/artifacts/schema.ts'
import { fileNameOf } from './code-file.ts'

export interface OpenedCode {
  text: string
  filename: string
  preview: PreviewKind
}

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

const LONG = 15

const ENDINGS: Readonly<Partial<Record<PreviewKind, string>>> = {
  html: 'html',
  svg: 'svg',
  markdown: 'md',
  csv: 'csv',
  json: 'json',
}

export function openedCode(info: string, text: string, lines: number): OpenedCode | null {
  const language = info.trim().split(/\s+/)[0]!.toLowerCase()
  const preview = previewOf(language, text, lines)
  if (!preview) return null
  const name = fileNameOf(info)
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const saysIt = preview === 'code' || (Object.hasOwn(KINDS, ending) && KINDS[ending] === preview)
  return {
    text: `${text}\n`,
    filename: saysIt ? name : `${name.replace(/\.[^.]+$/, '')}.${ENDINGS[preview]}`,
    preview,
  }
}

function previewOf(language: string, text: string, lines: number): PreviewKind | null {
  if (Object.hasOwn(KINDS, language)) return KINDS[language]!
  if (language === 'xml' && /^\s*(?:<\?xml[^>]*>\s*)?<svg\b/.test(text)) return 'svg'
  return lines > LONG ? 'code' : null
}
