/** Cuts off an incomplete link, mention or surrogate pair at the end, because appended text cannot be edited. */
export const appendable = (markdown: string): string =>
  harmless(markdown.replace(/(?:[<!]\S*|[\ud800-\udbff])$/, ''))

/** Disables mentions, links in the provider's syntax, and images. */
export const harmless = (markdown: string): string =>
  markdown.replaceAll(/<(?=[!@#]|[a-z]+:[^\s>]*\|)/gi, '<\u2060').replaceAll('![', '!\u2060[')

/** Does not split a surrogate pair. */
export const pieceOf = (text: string, from: number, longest: number): string =>
  text.slice(from, from + longest).replace(/[\ud800-\udbff]$/, '')
