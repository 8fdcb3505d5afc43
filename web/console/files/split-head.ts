/** Splits a Markdown file into its front matter, with both lines of dashes, and its body. */
export function splitHead(text: string): { head: string; body: string } {
  const head = /^---[ \t]*\r?\n(?:.*\r?\n)*?---[ \t]*(?:\r?\n|$)/.exec(text)?.[0] ?? ''
  return { head, body: text.slice(head.length) }
}
