import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { commandName } from './command-name.ts'
import { Failure } from './failure.ts'

/** The Hub's folder, absolute; default the current one. */
export function hubFolderOf(given: string | undefined): string {
  const folder = resolve(given ?? '.')
  if (existsSync(join(folder, 'agent.md'))) return folder
  const shown = given ?? 'this folder'
  throw new Failure(
    `${shown} is not a Hub: it has no agent.md. Make one with: ${commandName()} init ${given ?? 'my-hub'}`,
  )
}
