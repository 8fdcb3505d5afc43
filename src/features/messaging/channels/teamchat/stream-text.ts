/**
 * What of an answer may be appended to a stream, which is read as Markdown. What could still become something else is held
 * back, so that what was appended never has to be changed.
 */
export const appendable = (markdown: string): string =>
  harmless(markdown.replace(/(?:[<!]\S*|[\ud800-\udbff])$/, ''))

/**
 * The same text, in which nobody is mentioned, no link hides behind a text in the provider's own way, and no picture is
 * fetched. Of each word by itself: what follows changes nothing of it.
 */
export const harmless = (markdown: string): string =>
  markdown.replaceAll(/<(?=[!@#]|[a-z]+:[^\s>]*\|)/gi, '<\u2060').replaceAll('![', '!\u2060[')

/** At most so much of a text, from there on. */
export const pieceOf = (text: string, from: number, longest: number): string =>
  text.slice(from, from + longest).replace(/[\ud800-\udbff]$/, '')
