import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

export interface Block {
  page: string
  line: number
  /** First word after the fence, such as `sh`; may be empty. */
  language: string
  /** Words after the language, which control the test; see `docs/decisions/testing.md`. */
  use: string
  text: string
}

export const pages = (): string[] =>
  ['README.md', ...globSync('docs/{*,recipes/*,decisions/*}.md', { cwd: ROOT }).toSorted()].filter(
    (page) => !GENERATED.has(page),
  )

const GENERATED = new Set(['docs/configuration.md'])

export const pageText = (page: string): string => readFileSync(join(ROOT, page), 'utf8')

export function blocksOf(page: string, text = pageText(page)): Block[] {
  const blocks: Block[] = []
  let open: { fence: string; block: Block; lines: string[] } | null = null
  for (const [index, line] of text.split('\n').entries()) {
    const [, indent, fence, info] = /^( *)(`{3,}|~{3,})(.*)$/.exec(line) ?? []
    if (open) {
      if (fence?.startsWith(open.fence) && info === '') {
        blocks.push({ ...open.block, text: withoutIndent(open.lines) })
        open = null
      } else open.lines.push(line)
    } else if (fence !== undefined && indent !== undefined) {
      const [language = '', ...use] = info!.trim().split(/\s+/)
      open = { fence, lines: [], block: { page, line: index + 1, language, use: use.join(' '), text: '' } }
    }
  }
  if (open) throw new Error(`${page}:${open.block.line}: the block never ends`)
  return blocks
}

export const placeOf = ({ page, line }: Block): string => `${page}:${line}`

const withoutIndent = (lines: readonly string[]): string => {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^ */.exec(line)![0].length)
  const indent = Math.min(...indents, Infinity)
  return lines.map((line) => line.slice(indent === Infinity ? 0 : indent)).join('\n')
}
