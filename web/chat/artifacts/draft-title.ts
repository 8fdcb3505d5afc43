import type { OpenedCode } from '../../ui/markdown/opening.ts'

const LONGEST = 200
/** Signs that are not seen, or that make a text read differently from what it is. */
const UNSEEN = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/gu

const TITLES: Readonly<Partial<Record<OpenedCode['preview'], RegExp>>> = {
  html: /<title[^>]*>([^<]{1,400})<\/title>/i,
  svg: /<title[^>]*>([^<]{1,400})<\/title>/i,
  markdown: /^#{1,3}[ \t]+(.{1,400})$/m,
}

/** What a text calls itself, as one line; undefined when it has no title. */
export function titleOfDraft({ preview, text }: Pick<OpenedCode, 'preview' | 'text'>): string | undefined {
  const found = TITLES[preview]?.exec(text.slice(0, 20_000))?.[1] ?? ''
  return found.replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim().slice(0, LONGEST) || undefined
}
