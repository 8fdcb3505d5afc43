import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

export interface Bubblewrap {
  program: string
  /**
   * True if bubblewrap can disable user namespaces, which version 0.8 introduced. In a user namespace, a command
   * could regain rights.
   */
  closesNamespaces: boolean
}

export async function findBubblewrap(path = process.env.PATH ?? ''): Promise<Bubblewrap | null> {
  for (const folder of path.split(delimiter).filter(Boolean)) {
    const program = join(folder, 'bwrap')
    const isThere = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return { program, closesNamespaces: await knows(program, '--disable-userns') }
  }
  return null
}

const run = promisify(execFile)

const knows = (program: string, option: string): Promise<boolean> =>
  run(program, ['--help'], { timeout: 10_000 }).then(
    ({ stdout }) => stdout.includes(option),
    () => false,
  )
