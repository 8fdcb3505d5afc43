import { accepted, refused, type Result } from '#ground/base/result.ts'

export interface FrontMatter {
  yaml: string
  /** Line of the file where `yaml` starts, counted from 1. */
  firstLine: number
  body: string
}

const OPENING = /^---[ \t]*$/
const CLOSING = /^(---|\.\.\.)[ \t]*$/

export function splitFrontMatter(text: string): Result<FrontMatter, { line: number; message: string }> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  if (!OPENING.test(lines[0]!)) return accepted({ yaml: '', firstLine: 1, body: lines.join('\n').trim() })
  const end = lines.findIndex((line, index) => index > 0 && CLOSING.test(line))
  if (end === -1)
    return refused({ line: 1, message: 'the front matter is not closed: a line of --- is missing' })
  return accepted({
    yaml: lines.slice(1, end).join('\n'),
    firstLine: 2,
    body: lines
      .slice(end + 1)
      .join('\n')
      .trim(),
  })
}
