import type { OutgoingText } from '../channel.ts'
import { cutLines } from './cut.ts'
import { PLAIN, renderer, type Markup } from './markup.ts'
import { readMarkdown } from './read-markdown.ts'

/** `limit` is in UTF-16 units. Marks and fences are closed at the end of a message and reopened in the next. */
export const writer =
  (markup: Markup, limit: number) =>
  (markdown: string): readonly OutgoingText[] => {
    const [marked, plain] = [renderer(markup), renderer(PLAIN)]
    // A link that is split over several messages repeats its address in each, so an address takes at most a quarter.
    const lines = readMarkdown(markdown, limit / 4)
    return cutLines(lines, limit, (some) => Math.max(marked(some).length, plain(some).length)).map(
      (message) => ({ text: marked(message), plain: plain(message) }),
    )
  }
