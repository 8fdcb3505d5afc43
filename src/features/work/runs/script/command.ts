import { constants } from 'node:fs'
import { access, realpath, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { existingNames } from '#ground/base/files/existing-name.ts'
import type { CommandLine } from '#ground/base/programs/run-script.ts'

/**
 * Node runs `.ts` and `.js`. Another executable file is started directly, so that its shebang line selects the
 * interpreter. Other `.py` and `.sh` files use the usual interpreter. A word without a slash that names no file of the
 * Hub is looked up as a system program.
 *
 * @param words The script, relative to the Hub's folder, and its arguments.
 * @throws Error with a sentence for a person if nothing can be run.
 */
export async function programFor(
  words: readonly string[],
  hubFolder: string,
): Promise<Pick<CommandLine, 'program' | 'args'>> {
  const [script = '', ...args] = words
  const file = await fileIn(hubFolder, script)
  if (file === null) {
    if (script.includes('/')) throw new Error(`There is no script ${script} in the Hub’s folder.`)
    return { program: script, args }
  }
  const ending = extname(file)
  if (NODE_ENDINGS.has(ending)) return { program: process.execPath, args: [file, ...args] }
  if (await isExecutable(file)) return { program: file, args }
  const interpreter = INTERPRETERS[ending]
  if (interpreter) return { program: interpreter, args: [file, ...args] }
  throw new Error(
    `${script} cannot be run: the file is not executable, and its extension does not select an interpreter.`,
  )
}

const NODE_ENDINGS = new Set(['.ts', '.mts', '.js', '.mjs', '.cjs'])
const INTERPRETERS: Readonly<Record<string, string>> = { '.py': 'python3', '.sh': '/bin/sh' }

/** Resolves symbolic links. Null if the folder contains no such file. */
async function fileIn(folder: string, path: string): Promise<string | null> {
  const names = await existingNames(folder, path.split('/'))
  const [root, file] = await Promise.all([
    realpath(folder),
    realpath(join(folder, ...names)).catch(() => null),
  ])
  if (file === null || !file.startsWith(root + sep)) return null
  return (await stat(file)).isFile() ? file : null
}

const isExecutable = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  )
