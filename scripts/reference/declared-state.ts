import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import type { ModuleState } from './module-state.ts'

const DECLARED = 'scripts/reference/module-state.yaml'

const Declared = z.record(z.string(), z.record(z.string(), z.tuple([z.string().min(1), z.string().min(1)])))

export type DeclaredState = z.infer<typeof Declared>

export const readDeclaredState = (root: string): DeclaredState =>
  Declared.parse(parseYaml(readFileSync(join(root, DECLARED), 'utf8')))

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
