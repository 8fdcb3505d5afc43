import type { OpenedCode } from '../../ui/markdown/opening.ts'
import { spokenBlocks } from '../../ui/markdown/spoken.ts'

const MAX_TITLE_LENGTH = 200
const SEARCHED = 20_000
const INVISIBLE = /[\p{Cc}\p{Bidi_Control}\uFEFF]+/gu

export function titleOfDraft({ preview, text }: Pick<OpenedCode, 'preview' | 'text'>): string | undefined {
  const found = TITLES[preview]?.(text.slice(0, SEARCHED)) ?? ''
  return (
    found.replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE_LENGTH).toWellFormed() ||
    undefined
  )
}

const TITLES: Readonly<Partial<Record<OpenedCode['preview'], (text: string) => string | undefined>>> = {
  html: (text) => decoded(/<title[^>]*>([^<]{1,400})<\/title>/i.exec(text)?.[1]),
  // Only a title right after `<svg>` belongs to the drawing; later titles belong to its elements.
  svg: (text) => decoded(/<svg\b[^>]*>\s*<title[^>]*>([^<]{1,400})<\/title>/i.exec(text)?.[1]),
  markdown: (text) => spokenBlocks(/^#{1,3}[ \t].{1,400}$/m.exec(text)?.[0] ?? '')[0],
}

const decoded = (html = '') => new DOMParser().parseFromString(html, 'text/html').body.textContent
