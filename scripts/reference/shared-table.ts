import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import type { ModuleState } from './module-state.ts'

const PAGE = 'docs/decisions/layout.md'
const DECLARED = 'scripts/reference/module-state.yaml'
const TABLE = /(<!-- the table of what is shared[^>]*-->\n)[\s\S]*?(?=<!-- end of the table -->)/

const Declared = z.record(z.string(), z.record(z.string(), z.tuple([z.string().min(1), z.string().min(1)])))

/**
 * The meaning of each state, and the key that separates Hubs, people and credentials in it; by file, then by
 * name.
 */
export type DeclaredState = z.infer<typeof Declared>

export const readDeclaredState = (root: string): DeclaredState =>
  Declared.parse(parseYaml(readFileSync(join(root, DECLARED), 'utf8')))

/** Undeclared state, and declarations of removed state. */
export function sharedProblems(found: readonly ModuleState[], declared: DeclaredState): string[] {
  const isThere = new Set(found.map(({ file, name }) => `${file} ${name}`))
  const unknown = found
    .filter(({ file, name }) => !declared[file]?.[name])
    .map(
      ({ file, name }) =>
        `${file}: all Hubs of a process share ${name}; say in ${DECLARED} what keeps them apart`,
    )
  const gone = Object.entries(declared).flatMap(([file, names]) =>
    Object.keys(names)
      .filter((name) => !isThere.has(`${file} ${name}`))
      .map((name) => `${DECLARED}: ${file} has no state ${name}`),
  )
  return [...unknown, ...gone]
}

/** The page with the table as the sources have it. */
export function pageWithShared(root: string, declared: DeclaredState): { path: string; page: string } {
  const rows = Object.entries(declared).flatMap(([file, names]) =>
    Object.entries(names).map(
      ([name, [what, by]]) => `| \`${name}\` of [${basename(file)}](../../${file}) | ${what} | ${by} |`,
    ),
  )
  const table = ['| | What it is | Told apart by |', '|---|---|---|', ...rows].join('\n')
  const page = readFileSync(join(root, PAGE), 'utf8')
  return { path: PAGE, page: page.replace(TABLE, (_, opening: string) => `${opening}\n${table}\n\n`) }
}
