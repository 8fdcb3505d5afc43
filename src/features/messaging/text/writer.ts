import type { OutgoingText } from '../channel.ts'
import { cutLines } from './cut.ts'
import { PLAIN, renderer, type Markup } from './markup.ts'
import { readMarkdown } from './read-markdown.ts'

/**
 * Writes Markdown as a provider's messages, each of at most so many UTF-16 units, marks and fences closed where it ends
 * and opened again in the next.
 */
export const writer =
  (markup: Markup, limit: number) =>
  (markdown: string): readonly OutgoingText[] => {
    const [marked, plain] = [renderer(markup), renderer(PLAIN)]
    // An address is repeated in each part of its link, so a message must have room for it and text.
    const lines = readMarkdown(markdown, limit / 4)
    return cutLines(lines, limit, (some) => Math.max(marked(some).length, plain(some).length)).map(
      (message) => ({ text: marked(message), plain: plain(message) }),
    )
  }
