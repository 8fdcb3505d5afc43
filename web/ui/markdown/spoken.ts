import { parseMarkdown, type Token } from './parser.ts'

export function spokenBlocks(text: string): string[] {
  return parseMarkdown(text, {})
    .filter(({ type }) => type === 'inline')
    .map(({ children }) => (children ?? []).map(wordsOf).join('').replace(/\s+/g, ' ').trim())
    .filter(Boolean)
}

function wordsOf({ type, content, children }: Token): string {
  if (type === 'text') return content.replace(/(?:https?:\/\/|\bwww\.)\S+/gi, '')
  if (type === 'code_inline') return content
  if (type === 'softbreak' || type === 'hardbreak') return ' '
  return type === 'image' ? (children ?? []).map(wordsOf).join('') : ''
}
