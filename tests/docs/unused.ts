import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Block } from './blocks.ts'

const List = z.record(z.string(), z.record(z.string(), z.string().min(10)))

export interface Unused {
  takesBlock(block: Block): boolean
  withoutCommands(block: Block): string
  left(page: string): string[]
  pages(): string[]
}

export function readUnused(): Unused {
  const list = List.parse(parse(readFileSync(join(import.meta.dirname, 'not-used.yaml'), 'utf8')))
  const found = new Set<string>()
  const isListed = (page: string, line: string, rest = ''): boolean => {
    const command = line.replace(/\s+#.*$/, '').trim() + rest
    const isIn = list[page]?.[command] !== undefined
    if (isIn) found.add(`${page}\n${command}`)
    return isIn
  }
  return {
    takesBlock({ page, language, text }) {
      const lines = text.split('\n').filter((line) => line.trim() !== '')
      const isLong = language === 'sh' && lines.length > 1
      return isListed(page, lines[0] ?? '', isLong ? ' …' : '')
    },
    withoutCommands: ({ page, language, text }) =>
      language !== 'sh'
        ? text
        : text
            .split(/(?<!\\)\n/)
            .filter((command) => !isListed(page, command.split('\n')[0]!))
            .join('\n'),
    left: (page) => Object.keys(list[page] ?? {}).filter((command) => !found.has(`${page}\n${command}`)),
    pages: () => Object.keys(list),
  }
}
