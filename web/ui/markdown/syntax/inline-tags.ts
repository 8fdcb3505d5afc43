import type { MarkdownIt, StateInline, Token } from 'markdown-it'

/** Tags for formats without Markdown syntax. Tags with attributes do not match. */
const TAG = /<(\/?)(kbd|sub|sup|mark|ins|u|br) ?\/?>/iy

export function inlineTags(parser: MarkdownIt): void {
  parser.inline.ruler.before('autolink', 'inline_tag', inlineTag)
  parser.inline.ruler2.before('fragments_join', 'inline_tags', pairTags)
}

function inlineTag(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '<') return false
  TAG.lastIndex = state.pos
  const [source, end, name] = TAG.exec(state.src) ?? []
  if (!source || !name) return false
  const tag = name.toLowerCase()
  if (tag === 'br' && end) return false
  if (!silent && tag === 'br') state.push('hardbreak', 'br', 0)
  else if (!silent) {
    // The tag stays text until `pairTags` finds its counterpart.
    const token = state.push('text', '', 0)
    token.content = source
    token.meta = { half: tag, ends: Boolean(end) }
  }
  state.pos += source.length
  return true
}

function pairTags(state: StateInline): boolean {
  const open: Token[][] = [[]]
  for (const token of state.tokens) {
    if (token.nesting === 1) open.push([])
    else if (token.nesting === -1) open.pop()
    else if (token.meta?.['half']) pairTag(open.at(-1)!, token)
  }
  return true
}

function pairTag(open: Token[], token: Token): void {
  const tag = token.meta!['half'] as string
  if (!token.meta!['ends']) return void open.push(token)
  if (open.at(-1)?.meta!['half'] !== tag) return
  Object.assign(open.pop()!, { type: 'tag_open', tag, nesting: 1, content: '' })
  Object.assign(token, { type: 'tag_close', tag, nesting: -1, content: '' })
}
