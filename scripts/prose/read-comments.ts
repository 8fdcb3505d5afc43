import { parseSync } from 'oxc-parser'

/** Adjacent `//` lines are one comment. */
export interface Comment {
  text: string
  start: number
  end: number
}

const DIRECTIVE = /^\s*(?:[@#/]|eslint|oxlint|oxfmt|v8 ignore|node:coverage)/u

export function readComments(path: string, source: string): Comment[] {
  const found: Comment[] = []
  let isLine = false
  for (const { type, value, start, end } of parseSync(path, source).comments) {
    if (DIRECTIVE.test(value)) continue
    const last = found.at(-1)
    if (type === 'Line' && isLine && last && /^\r?\n[ \t]*$/u.test(source.slice(last.end, start))) {
      last.text += ` ${value.trim()}`
      last.end = end
      continue
    }
    isLine = type === 'Line' && isAlone(source, start)
    found.push({ text: type === 'Line' ? value.trim() : textOfBlock(value), start, end })
  }
  return found
}

const isAlone = (source: string, start: number) =>
  source.slice(source.lastIndexOf('\n', start - 1) + 1, start).trim() === ''

function textOfBlock(value: string): string {
  const lines = value.split('\n').map((line) => line.replace(/^\s*\*+ ?/u, '').trimEnd())
  return lines
    .join('\n')
    .split(/\n\s*\n/u)
    .map((paragraph) => paragraph.replaceAll(/\s+/gu, ' ').trim())
    .join('\n\n')
    .trim()
}
