import type { OutgoingText } from '../channel.ts'
import { cutLines } from './cut.ts'
import { PLAIN, render, type Markup } from './markup.ts'
import { readMarkdown } from './read-markdown.ts'

/**
 * Writes Markdown as a provider's messages, each of at most so many UTF-16 units, marks and fences closed where it ends
 * and opened again in the next.
 */
export const writer =
  (markup: Markup, limit: number) =>
  (markdown: string): readonly OutgoingText[] =>
    // An address goes wherever its link goes, so a message must have room for it and text.
    cutLines(readMarkdown(markdown, limit / 4), limit, (lines) =>
      Math.max(render(lines, markup).length, render(lines, PLAIN).length),
    ).map((lines) => ({ text: render(lines, markup), plain: render(lines, PLAIN) }))
