import { chmod, cp, mkdir, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { PACKAGE_FOLDER } from '#base/package-folder.ts'
import { Failure } from './failure.ts'

export type TemplateName = 'demo' | 'minimal' | 'support'

/** Files that carry no dot in the templates: npm and git treat the dotted ones as their own. */
const DOTTED = new Map([
  ['env', '.env'],
  ['gitignore', '.gitignore'],
])

/**
 * Copy a template into a new or empty folder. `.env` gets mode 0600.
 *
 * @throws Failure when the folder holds something or cannot be written.
 */
export async function scaffold(folder: string, template: TemplateName): Promise<void> {
  const source = join(PACKAGE_FOLDER, 'templates', template)
  try {
    await mkdir(folder, { recursive: true })
    if ((await readdir(folder)).length > 0)
      throw new Failure(`${folder} is not empty: name a new folder, so that nothing of yours is overwritten`)
    for (const name of await readdir(source))
      await cp(join(source, name), join(folder, DOTTED.get(name) ?? name), { recursive: true })
    await chmod(join(folder, '.env'), 0o600)
  } catch (error) {
    if (error instanceof Failure) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTDIR' || code === 'EEXIST') throw new Failure(`${folder} is a file: name a folder`)
    throw new Failure(`cannot make ${basename(folder)} (${code}): check the permissions of ${folder}`)
  }
}
