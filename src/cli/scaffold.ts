import { chmod, cp, mkdir, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { PACKAGE_FOLDER } from '#ground/base/package-folder.ts'
import { writeEditorTypes } from './editor-types.ts'
import { CommandFailure } from './failure.ts'

export type TemplateName = 'demo' | 'minimal' | 'support'

/** Files with another name in the templates, because npm, git and our own tools would interpret the real names. */
const RENAMED = new Map([
  ['env', '.env'],
  ['gitignore', '.gitignore'],
  ['tsconfig', 'tsconfig.json'],
])

/** `.env` gets mode 0600. @throws CommandFailure if the folder is not empty or not writable. */
export async function scaffold(folder: string, template: TemplateName): Promise<void> {
  const source = join(PACKAGE_FOLDER, 'templates', template)
  try {
    await mkdir(folder, { recursive: true })
    if ((await readdir(folder)).length > 0)
      throw new CommandFailure(`${folder} is not empty: name a new folder, so that no file is overwritten`)
    for (const name of await readdir(source))
      await cp(join(source, name), join(folder, RENAMED.get(name) ?? name), { recursive: true })
    await chmod(join(folder, '.env'), 0o600)
    await writeEditorTypes(folder)
  } catch (error) {
    if (error instanceof CommandFailure) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTDIR' || code === 'EEXIST')
      throw new CommandFailure(`${folder} is a file: name a new folder`)
    throw new CommandFailure(
      `cannot create ${basename(folder)} (${code}): check the permissions of ${folder}`,
    )
  }
}
