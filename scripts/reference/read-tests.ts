import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import type { Rule, TestTitle } from './traceability.ts'

const RuleFile = z.record(
  z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'expected <surface>.<rule>'),
  z.string().min(1),
)

export function readRules(root: string): Map<string, Rule[]> {
  const files = globSync('tests/*/rules.yaml', { cwd: root }).toSorted()
  return new Map(files.map((file) => [basename(dirname(file)), rulesOf(join(root, file))]))
}

function rulesOf(path: string): Rule[] {
  const parsed = RuleFile.safeParse(parseYaml(readFileSync(path, 'utf8')))
  if (!parsed.success) throw new Error(`${path}: ${z.prettifyError(parsed.error)}`)
  return Object.entries(parsed.data).map(([id, sentence]) => ({ id, sentence }))
}

/** Titles end with the covered rules in brackets: `… [edge.dot-segments]`. */
export function readTestTitles(root: string): TestTitle[] {
  const files = globSync('{src,tests,web,scripts}/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  })
  return files
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()
    .flatMap((file) => titlesIn(file, readFileSync(join(root, file), 'utf8')))
}

/** Collects the first text argument of every call, to include titles in loops and helpers. */
function titlesIn(file: string, source: string): TestTitle[] {
  const titles: TestTitle[] = []
  new Visitor({
    CallExpression({ arguments: [first] }) {
      const title = first && textOf(first)
      const ids = title ? idsIn(title) : []
      if (ids.length > 0) titles.push({ file, ids })
    },
  }).visit(parseSync(file, source).program)
  return titles
}

interface TextNode {
  type: string
  value?: unknown
  quasis?: { value: { cooked: string | null } }[]
}

const textOf = (node: TextNode): string | null => {
  if (typeof node.value === 'string') return node.value
  return node.quasis ? node.quasis.map((part) => part.value.cooked ?? '').join('…') : null
}

const idsIn = (title: string): string[] => {
  const [brackets = ''] = /(?:\[[a-z0-9.,\s-]+\]\s*)+$/.exec(title) ?? []
  return brackets.split(/[\s,[\]]+/).filter((word) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(word))
}
