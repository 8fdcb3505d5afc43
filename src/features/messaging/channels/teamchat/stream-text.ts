/**
 * The part of an answer that may be appended to a stream, which is read as Markdown. Text whose meaning may
 * still change is held back, so that appended text never has to be changed.
 */
export const appendable = (markdown: string): string =>
  harmless(markdown.replace(/(?:[<!]\S*|[\ud800-\udbff])$/, ''))

/**
 * The same text without mentions, links hidden behind a text in the provider's own syntax, and fetched
 * pictures. It works on each word separately: later text changes nothing.
 */
export const harmless = (markdown: string): string =>
  markdown.replaceAll(/<(?=[!@#]|[a-z]+:[^\s>]*\|)/gi, '<\u2060').replaceAll('![', '!\u2060[')

/** At most so much of a text, from there on. */
export const pieceOf = (text: string, from: number, longest: number): string =>
  text.slice(from, from + longest).replace(/[\ud800-\udbff]$/, '')
